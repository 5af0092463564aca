// Package html reads HTML and XHTML pages.
//
//	[x] headings, paragraphs, line breaks, rules, block quotes; headings by role; ids for internal links
//	[x] lists: start, value, type, reversed, list-style-type; nested in items or beside them; check boxes
//	[x] definition lists, with terms that share details, and grouped by div
//	[x] tables: header rows, spans, alignment, captions, lists and tables in cells; tables that arrange a page are prose
//	[x] code blocks with their language, as every highlighter names it; listings without their line numbers
//	[x] bold, italic, strike, sub, sup, code, kbd, q, mark, ruby; by element or by style
//	[x] links against base href; footnotes, as pandoc, kramdown, GitHub, MediaWiki, Word, LibreOffice and EPUB write them
//	[x] images by alternative text, figures, drawings by their title and text, iframe srcdoc, fallback content
//	[x] forms: values, placeholders, options, buttons; details and summary
//	[x] mathematics: MathML, KaTeX, MathJax, MediaWiki, pandoc
//	[x] hidden content, by attribute, style or style rule (safety: hidden content), by policy, counted by kind
//	[x] what Word, Outlook, Google Docs, Confluence and Notion write for lists and headings
//	[x] encodings by mark, meta, XML declaration and content; pages of any depth, width and brokenness
//	[x] style rules: selectors, also of places, rules inside rules, layers, media, variables, animations, calc()
//	[-] media and supports of a desktop screen; states such as :hover never hold
//	[-] what is not evaluated but may hide is kept with a warning: :has(), scopes, containers, layers inside one another, long animations, shapes, filters, boxes over the page
//	[-] colours: transparent ink, ink of the colour of its ground or of the page; what is over something else is not known
//	[-] the article alone (option html: article): what the page calls so, else the element around most prose
//	[ ] style sheets and pages at other addresses: nothing is fetched
//	[ ] scripts: a page that they fill has no text; generated content (::before)
//	[ ] headings that are only big or bold: nothing is guessed
//
// # How a page is read
//
// Bytes become text (package head), text a tree (package dom), style sheets rules
// (package css); packages canvas and room find what nobody sees in drawings, and in
// boxes that are too small, moved away or under others. Footnotes and the main content are found on the tree
// (packages footnote and article). Then the tree becomes a document: element.go says
// which file reads an element, build.go and format.go what it has from those around it,
// flow.go collects the blocks; package line collects the text of a paragraph,
// package grid the columns of a table.
//
// The tree is our own. That of golang.org/x/net/html gives nothing for pages
// with more than 512 open elements, knows no lines, and takes quadratic time
// to rebuild formatting elements; its tokenizer clears a map that grew with
// the widest tag at every tag, and keeps every attribute of it, so that a
// megabyte of attributes costs hundreds of megabytes, and minutes where many
// tags follow. Ours keeps parts of the source instead of copies and reads four
// to five times as fast. Tests hold its text, blocks and styles to those of
// x/net/html's tree and character references, and its selectors to cascadia's.
// Selectors of style rules are matched here, since cascadia knows no budget.
//
// Work is linear in the size of the page. Elements deeper than 256 are
// beside one another; a page that would take more than 160 MiB as a tree is
// read without one (flat.go), which keeps headings, paragraphs and all text;
// matching style rules has a budget of steps, and when it is spent, text that
// rules may hide is kept with a warning.
package html
