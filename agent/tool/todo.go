package tool

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/agent/scope"
)

// Todo is something to be done in a session.
type Todo struct {
	ID    int       `json:"id"` // from 1 on, never used again
	Text  string    `json:"text"`
	State TodoState `json:"state"`
}

// TodoState says how far a todo is.
type TodoState string

// The states of a todo.
const (
	TodoOpen    TodoState = "open"
	TodoDoing   TodoState = "doing"
	TodoDone    TodoState = "done"
	TodoDropped TodoState = "dropped"
)

// TodoStore keeps the todos of sessions.
type TodoStore interface {
	// Todos returns those of a session, none where it has none.
	Todos(ctx context.Context, sc scope.Scope, session string) ([]Todo, error)
	// PutTodos replaces them. All are kept, or none.
	PutTodos(ctx context.Context, sc scope.Scope, session string, list []Todo) error
}

// Bounds of a session's list.
const (
	maxTodos    = 200
	maxTodoText = 2000 // bytes
)

// Todos returns the tools that keep a session's list of what is to be done.
func Todos(s TodoStore) []Tool {
	t := todos{s}
	tools := []Tool{
		New("todo_add", about("todo_add"), Auto, t.add),
		unlisted(New("todo_list", about("todo_list"), Auto, t.list)), // each turn begins with the list,
		New("todo_update", about("todo_update"), Auto, t.update),
	}
	for i := range tools {
		tools[i].Serial = true // each reads the list and writes it
	}
	return tools
}

type todos struct{ store TodoStore }

func (t todos) add(ctx context.Context, at At, a struct {
	Texts []string `json:"texts"`
},
) (string, error) {
	list, err := t.store.Todos(ctx, at.Scope, at.Session)
	if err != nil {
		return "", err
	}
	if len(a.Texts) == 0 {
		return "", &ArgumentError{"texts is empty"}
	}
	next := 1
	for _, have := range list {
		next = max(next, have.ID+1)
	}
	for _, text := range a.Texts {
		if text, err = todoText(text); err != nil {
			return "", err
		}
		list = append(list, Todo{ID: next, Text: text, State: TodoOpen})
		next++
	}
	return t.put(ctx, at, list)
}

func (t todos) list(ctx context.Context, at At, _ struct{}) (string, error) {
	list, err := t.store.Todos(ctx, at.Scope, at.Session)
	return todoList(list), err
}

func (t todos) update(ctx context.Context, at At, a struct {
	ID    int    `json:"id"`
	State string `json:"state,omitempty" enum:"open,doing,done,dropped"`
	Text  string `json:"text,omitempty"`
},
) (string, error) {
	list, err := t.store.Todos(ctx, at.Scope, at.Session)
	if err != nil {
		return "", err
	}
	for i := range list {
		if list[i].ID != a.ID {
			continue
		}
		if a.State != "" {
			list[i].State = TodoState(a.State)
		}
		if a.Text != "" {
			if list[i].Text, err = todoText(a.Text); err != nil {
				return "", err
			}
		}
		return t.put(ctx, at, list)
	}
	return "", &ArgumentError{fmt.Sprintf("there is no todo %d", a.ID)}
}

// put keeps a list. Where it is full, what is done or dropped goes first.
func (t todos) put(ctx context.Context, at At, list []Todo) (string, error) {
	for i := 0; len(list) > maxTodos && i < len(list); {
		if list[i].State == TodoDone || list[i].State == TodoDropped {
			list = append(list[:i:i], list[i+1:]...)
			continue
		}
		i++
	}
	if len(list) > maxTodos {
		return "", &ArgumentError{fmt.Sprintf("there may be %d todos: finish some first", maxTodos)}
	}
	return todoList(list), t.store.PutTodos(ctx, at.Scope, at.Session, list)
}

// todoText puts a text on one line.
func todoText(text string) (string, error) {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
	switch {
	case text == "":
		return "", &ArgumentError{"a todo has no text"}
	case len(text) > maxTodoText:
		return "", &ArgumentError{fmt.Sprintf("a todo has %d bytes and may have %d", len(text), maxTodoText)}
	}
	return text, nil
}

// todoList writes a list as material: its texts may come from anywhere.
func todoList(list []Todo) string {
	if len(list) == 0 {
		return "there is none"
	}
	var b strings.Builder
	for _, t := range list {
		fmt.Fprintf(&b, "%d. %s: %s\n", t.ID, t.State, t.Text)
	}
	return Fenced("todos", b.String())
}
