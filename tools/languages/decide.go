package main

// coqui lists the extensions of the Coqui generator with their languages, which
// its users rely on (AgentCoqui, code extractor). They win over everything.
var coqui = map[string]string{
	"bash": "bash", "c": "c", "cc": "cpp", "cpp": "cpp", "cs": "csharp", "css": "css", "dart": "dart", "fish": "fish",
	"go": "go", "h": "c", "hh": "cpp", "hpp": "cpp", "hs": "haskell", "java": "java", "js": "javascript", "jsx": "jsx",
	"kt": "kotlin", "kts": "kotlin", "less": "less", "lua": "lua", "mjs": "javascript", "php": "php", "pl": "perl",
	"pm": "perl", "ps1": "powershell", "py": "python", "r": "r", "rb": "ruby", "rs": "rust", "scss": "scss", "sh": "bash",
	"swift": "swift", "ts": "typescript", "tsx": "tsx", "zsh": "zsh",
}

// taken lists the extensions that chroma knows and that another format reads,
// or will.
var taken = words(`
	md mkd markdown html htm xhtml xml svg rss json jsonl avsc sql csv txt yaml yml toml ini cfg env properties
	diff patch org rst rest tex vtt
`)

// refused lists the endings that chroma knows and this table does not, with
// the reason; the language is empty.
var refused = []decision{
	{"1p 3pm", "", "pages of a manual; their endings 1 to 9 are those of rotated logs as well"},
	{"xbm xpm", "", "images that happen to be C"},
	{"ps eps epsf epsi pfa t42", "", "page descriptions and fonts, not meant to be read as source"},
	{"aux toc", "", "by-products of TeX"},
	{"core", "", "memory dumps"},
	{"mx nb nbp cdf ma mt", "", "notebooks and binary data more often than Mathematica"},
	{"epf erf", "", "binary files of 1C"},
	{"nsn nsp nss nsg nsl nsa nsm nsc ns7", "", "Natural is rare and its endings mean other things"},
	{"b bb p i w cf cp", "", "too short to mean one language"},
	{"def mod run cls decls load", "", "several languages and programs each"},
	{"mc mi mhtml", "", "several languages; web archives"},
	{"link path image build network device volume pod scope swap container kube dnssd netdev", "", "units of systemd, but words of their own first"},
	{"al dal es fun pc pr prm prom plot sc sig spt ss st tape tst tv rh rx gemini intr kid", "", "other files have these endings more often"},
	{"batch trig proc", "", "words of their own first"},
	{"tmpl", "", "templates of any language"},
}

// decided lists what several lexers claim, or what a lexer claims that few
// files with that ending are, with the reason. An empty language is a fence
// without one: a wrong hint misleads more than none.
var decided = []decision{
	{"m", "", "Objective-C, Matlab and Mathematica are about as common"},
	{"inc", "", "PHP, Pascal, assembler and C"},
	{"pro", "", "Prolog, Qt projects, IDL, ProGuard"},
	{"asm", "asm", "five assemblers; GitHub knows one name"},
	{"s", "asm", "two assemblers and R, whose own ending is r"},
	{"nasm", "asm", "GitHub's name"},
	{"tasm", "asm", "GitHub's name"},
	{"z80", "asm", "GitHub's name"},
	{"as", "actionscript", "two versions of one language"},
	{"bas", "basic", "QBasic, Visual Basic, VBA"},
	{"bf", "brainfuck", "Beef is rare"},
	{"fs", "fsharp", "Forth has fth"},
	{"gd", "gdscript", "two versions of one language"},
	{"hcl", "hcl", "Terraform is a use of it"},
	{"pp", "puppet", "Pascal has pas"},
	{"t", "perl", "tests of Perl; Raku has t6 and rakutest"},
	{"v", "verilog", "V and Coq are rarer"},
	{"xslt", "xml", "it is XML, not HTML"},
	{"php3", "php", "three lexers"},
	{"php4", "php", "three lexers"},
	{"php5", "php", "three lexers"},
	{"phtml", "php", "GitHub's name"},
	{"service", "ini", "GitHub has no systemd"},
	{"socket", "ini", "GitHub has no systemd"},
	{"timer", "ini", "GitHub has no systemd"},
	{"mount", "ini", "GitHub has no systemd"},
	{"automount", "ini", "GitHub has no systemd"},
	{"target", "ini", "GitHub has no systemd"},
	{"slice", "ini", "GitHub has no systemd"},
	{"inf", "ini", "drivers' files, read as INI by Windows"},
	{"sls", "yaml", "Salt states: YAML with templates"},
	{"ll", "llvm", "one lexer; named for the parts that GitHub knows"},
	{"svh", "systemverilog", "GitHub's name"},
	{"nsh", "nsis", "Natural is rare"},
	{"tpl", "", "templates of any language"},
	{"spec", "", "packages of RPM, and any other specification"},
	{"ksh", "bash", "GitHub's shell"},
	{"cl", "lisp", "OpenCL is rarer in documents"},
	{"erb", "erb", "GitHub's name"},
	{"sage", "python", "Python with a prelude"},
	{"bzl", "python", "Starlark is read as Python"},
	{"star", "python", "Starlark is read as Python"},
}

// added lists what chroma's lexers read without claiming the ending.
var added = []decision{
	{"jsonc", "jsonc", "JSON with comments: not checked as JSON is"},
	{"json5", "json5", "not checked as JSON is"},
	{"gql", "graphql", "GraphQL"},
	{"tfvars", "terraform", "Terraform's values"},
	{"cu", "cuda", "C++ for GPUs"},
	{"cuh", "cuda", "C++ for GPUs"},
	{"mm", "objectivec", "Objective-C++"},
	{"inl", "cpp", "inline parts of C++"},
	{"ipp", "cpp", "inline parts of C++"},
	{"sbt", "scala", "build definitions"},
	{"cljs", "clojure", "Clojure for browsers"},
	{"cljc", "clojure", "Clojure for both"},
	{"lhs", "haskell", "literate Haskell"},
	{"heex", "elixir", "templates of Elixir"},
	{"f77", "fortran", "Fortran"},
	{"for", "fortran", "Fortran"},
	{"vbs", "vbscript", "Visual Basic scripts"},
	{"astro", "astro", "components, as vue and svelte"},
	{"prisma", "prisma", "database schemas"},
	{"jbuilder", "ruby", "chroma claims *.json.jbuilder"},
	{"just", "just", "chroma claims the whole name"},
	{"bazel", "python", "Starlark is read as Python"},
	{"xaml", "xml", "user interfaces in XML"},
}

// names lists whole file names: those that chroma gives a language that GitHub
// does not know, and those that it does not have.
var names = []decision{
	{"Justfile", "just", "not a makefile"},
	{"justfile", "just", "not a makefile"},
	{"Caddyfile", "caddyfile", "chroma has it with a star"},
	{"Jenkinsfile", "groovy", "a pipeline"},
	{"Brewfile", "ruby", "Ruby"},
	{"Podfile", "ruby", "Ruby"},
	{"Fastfile", "ruby", "Ruby"},
	{"Guardfile", "ruby", "Ruby"},
	{"Berksfile", "ruby", "Ruby"},
	{"go.mod", "gomod", "Go's modules"},
	{"go.work", "gomod", "Go's workspaces"},
	{"Pipfile", "toml", "TOML"},
	{"pylintrc", "ini", "INI"},
	{"BUILD", "python", "Starlark"},
	{"nginx.conf", "nginx", "GitHub's name"},
	{"apache.conf", "apacheconf", "GitHub's name"},
	{"apache2.conf", "apacheconf", "GitHub's name"},
}

// refusedNames lists whole names that chroma knows and this table does not.
var refusedNames = words(`
	poetry.lock uv.lock Gemfile.lock
	termcap termcap.src terminfo terminfo.src
	autohandler dhandler autodelegate
	_vimrc _exrc _gvimrc
`)

// hints maps chroma's lexers to the word that GitHub knows for the language,
// where that is not the lexer's first plain alias.
var hints = map[string]string{
	"ActionScript 3": "actionscript", "Ada": "ada", "Agda": "agda", "ApacheConf": "apacheconf", "AutoHotkey": "autohotkey",
	"Batchfile": "bat", "BibTeX": "bibtex", "C++": "cpp", "CMake": "cmake", "Chapel": "chapel", "Clojure": "clojure",
	"CoffeeScript": "coffeescript", "Common Lisp": "lisp", "Crystal": "crystal", "Devicetree": "dts", "Docker": "dockerfile",
	"Elixir": "elixir", "EmacsLisp": "elisp", "ERB": "erb", "Fennel": "fennel", "Fish": "fish", "FortranFixed": "fortran",
	"Gettext": "po", "Gherkin": "gherkin", "Groff": "roff", "Handlebars": "handlebars", "Haskell": "haskell", "Haxe": "haxe",
	"HTTP": "http", "Hy": "hy", "JavaScript": "javascript", "Julia": "julia", "Lean4": "lean", "Makefile": "makefile",
	"Mathematica": "mathematica", "Modula-2": "modula-2", "Nix": "nix", "ObjectPascal": "pascal", "Objective-C": "objectivec",
	"Perl": "perl", "POVRay": "povray", "PowerShell": "powershell", "Prolog": "prolog", "Protocol Buffer": "protobuf",
	"Protocol Buffer Text Format": "textproto", "QBasic": "basic", "R": "r", "Raku": "raku", "ReasonML": "reason",
	"RPGLE": "rpgle", "Ruby": "ruby", "Scheme": "scheme", "Smalltalk": "smalltalk", "Solidity": "solidity",
	"SourcePawn": "sourcepawn", "Tcsh": "tcsh", "TypeScript": "typescript", "V": "vlang", "V shell": "vlang",
	"VB.net": "vbnet", "VimL": "vim", "WebAssembly Text Format": "wast", "dns": "zone", "react": "jsx", "reg": "reg",
	"MonkeyC": "monkeyc", "Bash Session": "console", "Markless": "markless", "AutoIt": "autoit", "BlitzBasic": "blitzbasic", "Desktop file": "desktop",
	"Gemtext": "gemtext", "Igor": "igor", "Org Mode": "org", "SWIG": "swig", "OpenSCAD": "openscad", "Typst": "typst",
	"properties": "properties", "Cap'n Proto": "capnp", "Gnuplot": "gnuplot", "GAS": "asm", "NASM": "asm", "Sieve": "sieve",
	"Cassandra CQL": "cql", "ChaiScript": "chaiscript", "Cython": "cython", "Turing": "turing",
	"MiniZinc": "minizinc", "Plutus Core": "plutus", "Promela": "promela",
	"SPARQL": "sparql", "Standard ML": "sml", "Thrift": "thrift", "PowerQuery": "powerquery", "Kakoune": "kak",
}
