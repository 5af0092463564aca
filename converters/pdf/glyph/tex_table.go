package glyph

// What the codes of TeX's fonts of signs show: a space for what is not known, ␀
// for a piece of a sign that says nothing by itself.
const (
	// texSymbols is OMS, of cmsy.
	texSymbols = "−·×∗÷⋄±∓⊕⊖⊗⊘⊙◯∘∙≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻" +
		"←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝′∞∈∋△▽\u0338↦∀∃¬∅ℜℑ⊤⊥" +
		"ℵABCDEFGHIJKLMNOPQRSTUVWXYZ∪∩⊎∧∨" +
		"⊢⊣⌊⌋⌈⌉{}⟨⟩|‖↕⇕\\≀√∐∇∫⊔⊓⊑⊒§†‡¶♣♢♡♠"
	// texLetters is OML, of cmmi.
	texLetters = "ΓΔΘΛΞΠΣΥΦΨΩαβγδϵζηθικλμνξπρστυφχ" +
		"ψωεϑϖϱςϕ↼↽⇀⇁↪↩▹◃0123456789.,</>⋆" +
		"∂ABCDEFGHIJKLMNOPQRSTUVWXYZ♭♮♯⌣⌢" +
		"ℓabcdefghijklmnopqrstuvwxyzıȷ℘  "
	// texLarge is OMX, of cmex.
	texLarge = "()[]⌊⌋⌈⌉{}⟨⟩|‖/\\()()[]⌊⌋⌈⌉{}⟨⟩/\\" +
		"()[]⌊⌋⌈⌉{}⟨⟩/\\/\\⎛⎞⎡⎤⎣⎦⎢⎥⎧⎫⎩⎭⎨⎬⎪␀" +
		"⎝⎠⎜⎟⟨⟩⨆⨆∮∮⨀⨀⨁⨁⨂⨂∑∏∫⋃⋂⨄⋀⋁∑∏∫⋃⋂⨄⋀⋁" +
		"∐∐␀␀␀␀␀␀[]⌊⌋⌈⌉{}√√√√√␀␀‖↑↓␀␀␀␀⇑⇓"
)
