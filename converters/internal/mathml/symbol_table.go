package mathml

import "sync"

// symbols gives characters the commands that LaTeX has for them.
var symbols = sync.OnceValue(func() map[rune]string {
	return map[rune]string{
		0x00A0:  "\\ ",                  // U+00A0
		0x00AC:  "\\neg",                // ¬
		0x00B1:  "\\pm",                 // ±
		0x00B7:  "\\cdot",               // ·
		0x00D7:  "\\times",              // ×
		0x00F7:  "\\div",                // ÷
		0x0131:  "\\imath",              // ı
		0x0393:  "\\Gamma",              // Γ
		0x0394:  "\\Delta",              // Δ
		0x0398:  "\\Theta",              // Θ
		0x039B:  "\\Lambda",             // Λ
		0x039E:  "\\Xi",                 // Ξ
		0x03A0:  "\\Pi",                 // Π
		0x03A3:  "\\Sigma",              // Σ
		0x03A5:  "\\Upsilon",            // Υ
		0x03A6:  "\\Phi",                // Φ
		0x03A8:  "\\Psi",                // Ψ
		0x03A9:  "\\Omega",              // Ω
		0x03B1:  "\\alpha",              // α
		0x03B2:  "\\beta",               // β
		0x03B3:  "\\gamma",              // γ
		0x03B4:  "\\delta",              // δ
		0x03B5:  "\\varepsilon",         // ε
		0x03B6:  "\\zeta",               // ζ
		0x03B7:  "\\eta",                // η
		0x03B8:  "\\theta",              // θ
		0x03B9:  "\\iota",               // ι
		0x03BA:  "\\kappa",              // κ
		0x03BB:  "\\lambda",             // λ
		0x03BC:  "\\mu",                 // μ
		0x03BD:  "\\nu",                 // ν
		0x03BE:  "\\xi",                 // ξ
		0x03C0:  "\\pi",                 // π
		0x03C1:  "\\rho",                // ρ
		0x03C2:  "\\varsigma",           // ς
		0x03C3:  "\\sigma",              // σ
		0x03C4:  "\\tau",                // τ
		0x03C5:  "\\upsilon",            // υ
		0x03C6:  "\\varphi",             // φ
		0x03C7:  "\\chi",                // χ
		0x03C8:  "\\psi",                // ψ
		0x03C9:  "\\omega",              // ω
		0x03D1:  "\\vartheta",           // ϑ
		0x03D5:  "\\phi",                // ϕ
		0x03D6:  "\\varpi",              // ϖ
		0x03F0:  "\\varkappa",           // ϰ
		0x03F1:  "\\varrho",             // ϱ
		0x03F5:  "\\epsilon",            // ϵ
		0x2002:  "\\ ",                  // U+2002
		0x2003:  "\\quad ",              // U+2003
		0x2004:  "\\;",                  // U+2004
		0x2005:  "\\:",                  // U+2005
		0x2009:  "\\,",                  // U+2009
		0x200A:  "\\,",                  // U+200A
		0x200B:  "",                     // U+200B
		0x2010:  "-",                    // U+2010
		0x2016:  "\\|",                  // U+2016
		0x2020:  "\\dagger",             // U+2020
		0x2021:  "\\ddagger",            // U+2021
		0x2026:  "\\ldots",              // U+2026
		0x2032:  "'",                    // U+2032
		0x2033:  "''",                   // U+2033
		0x2034:  "'''",                  // U+2034
		0x2044:  "/",                    // U+2044
		0x2061:  "",                     // U+2061
		0x2062:  "",                     // U+2062
		0x2063:  "",                     // U+2063
		0x2064:  "",                     // U+2064
		0x2102:  "\\mathbb{C}",          // ℂ
		0x210A:  "\\mathcal{g}",         // ℊ
		0x210B:  "\\mathcal{H}",         // ℋ
		0x210C:  "\\mathfrak{H}",        // ℌ
		0x210D:  "\\mathbb{H}",          // ℍ
		0x210E:  "h",                    // ℎ
		0x210F:  "\\hbar",               // ℏ
		0x2110:  "\\mathcal{I}",         // ℐ
		0x2111:  "\\Im",                 // ℑ
		0x2112:  "\\mathcal{L}",         // ℒ
		0x2113:  "\\ell",                // ℓ
		0x2115:  "\\mathbb{N}",          // ℕ
		0x2118:  "\\wp",                 // ℘
		0x2119:  "\\mathbb{P}",          // ℙ
		0x211A:  "\\mathbb{Q}",          // ℚ
		0x211B:  "\\mathcal{R}",         // ℛ
		0x211C:  "\\Re",                 // ℜ
		0x211D:  "\\mathbb{R}",          // ℝ
		0x2124:  "\\mathbb{Z}",          // ℤ
		0x2128:  "\\mathfrak{Z}",        // ℨ
		0x212C:  "\\mathcal{B}",         // ℬ
		0x212D:  "\\mathfrak{C}",        // ℭ
		0x212F:  "\\mathcal{e}",         // ℯ
		0x2130:  "\\mathcal{E}",         // ℰ
		0x2131:  "\\mathcal{F}",         // ℱ
		0x2133:  "\\mathcal{M}",         // ℳ
		0x2134:  "\\mathcal{o}",         // ℴ
		0x2135:  "\\aleph",              // ℵ
		0x2136:  "\\beth",               // ℶ
		0x2190:  "\\leftarrow",          // ←
		0x2191:  "\\uparrow",            // ↑
		0x2192:  "\\rightarrow",         // →
		0x2193:  "\\downarrow",          // ↓
		0x2194:  "\\leftrightarrow",     // ↔
		0x2195:  "\\updownarrow",        // ↕
		0x2196:  "\\nwarrow",            // ↖
		0x2197:  "\\nearrow",            // ↗
		0x2198:  "\\searrow",            // ↘
		0x2199:  "\\swarrow",            // ↙
		0x219D:  "\\rightsquigarrow",    // ↝
		0x21A6:  "\\mapsto",             // ↦
		0x21A9:  "\\hookleftarrow",      // ↩
		0x21AA:  "\\hookrightarrow",     // ↪
		0x21BC:  "\\leftharpoonup",      // ↼
		0x21BD:  "\\leftharpoondown",    // ↽
		0x21C0:  "\\rightharpoonup",     // ⇀
		0x21C1:  "\\rightharpoondown",   // ⇁
		0x21CC:  "\\rightleftharpoons",  // ⇌
		0x21D0:  "\\Leftarrow",          // ⇐
		0x21D1:  "\\Uparrow",            // ⇑
		0x21D2:  "\\Rightarrow",         // ⇒
		0x21D3:  "\\Downarrow",          // ⇓
		0x21D4:  "\\Leftrightarrow",     // ⇔
		0x2200:  "\\forall",             // ∀
		0x2202:  "\\partial",            // ∂
		0x2203:  "\\exists",             // ∃
		0x2204:  "\\nexists",            // ∄
		0x2205:  "\\emptyset",           // ∅
		0x2207:  "\\nabla",              // ∇
		0x2208:  "\\in",                 // ∈
		0x2209:  "\\notin",              // ∉
		0x220B:  "\\ni",                 // ∋
		0x220F:  "\\prod",               // ∏
		0x2210:  "\\coprod",             // ∐
		0x2211:  "\\sum",                // ∑
		0x2212:  "-",                    // −
		0x2213:  "\\mp",                 // ∓
		0x2215:  "/",                    // ∕
		0x2216:  "\\setminus",           // ∖
		0x2217:  "\\ast",                // ∗
		0x2218:  "\\circ",               // ∘
		0x221A:  "\\surd",               // √
		0x221D:  "\\propto",             // ∝
		0x221E:  "\\infty",              // ∞
		0x2220:  "\\angle",              // ∠
		0x2221:  "\\measuredangle",      // ∡
		0x2223:  "\\mid",                // ∣
		0x2224:  "\\nmid",               // ∤
		0x2225:  "\\parallel",           // ∥
		0x2227:  "\\land",               // ∧
		0x2228:  "\\lor",                // ∨
		0x2229:  "\\cap",                // ∩
		0x222A:  "\\cup",                // ∪
		0x222B:  "\\int",                // ∫
		0x222C:  "\\iint",               // ∬
		0x222D:  "\\iiint",              // ∭
		0x222E:  "\\oint",               // ∮
		0x2234:  "\\therefore",          // ∴
		0x2235:  "\\because",            // ∵
		0x2236:  ":",                    // ∶
		0x223C:  "\\sim",                // ∼
		0x2240:  "\\wr",                 // ≀
		0x2243:  "\\simeq",              // ≃
		0x2245:  "\\cong",               // ≅
		0x2248:  "\\approx",             // ≈
		0x224D:  "\\asymp",              // ≍
		0x2250:  "\\doteq",              // ≐
		0x2254:  ":=",                   // ≔
		0x2260:  "\\neq",                // ≠
		0x2261:  "\\equiv",              // ≡
		0x2264:  "\\leq",                // ≤
		0x2265:  "\\geq",                // ≥
		0x226A:  "\\ll",                 // ≪
		0x226B:  "\\gg",                 // ≫
		0x227A:  "\\prec",               // ≺
		0x227B:  "\\succ",               // ≻
		0x2282:  "\\subset",             // ⊂
		0x2283:  "\\supset",             // ⊃
		0x2284:  "\\not\\subset",        // ⊄
		0x2286:  "\\subseteq",           // ⊆
		0x2287:  "\\supseteq",           // ⊇
		0x2288:  "\\nsubseteq",          // ⊈
		0x228A:  "\\subsetneq",          // ⊊
		0x228E:  "\\uplus",              // ⊎
		0x228F:  "\\sqsubset",           // ⊏
		0x2290:  "\\sqsupset",           // ⊐
		0x2291:  "\\sqsubseteq",         // ⊑
		0x2292:  "\\sqsupseteq",         // ⊒
		0x2293:  "\\sqcap",              // ⊓
		0x2294:  "\\sqcup",              // ⊔
		0x2295:  "\\oplus",              // ⊕
		0x2296:  "\\ominus",             // ⊖
		0x2297:  "\\otimes",             // ⊗
		0x2298:  "\\oslash",             // ⊘
		0x2299:  "\\odot",               // ⊙
		0x22A2:  "\\vdash",              // ⊢
		0x22A3:  "\\dashv",              // ⊣
		0x22A4:  "\\top",                // ⊤
		0x22A5:  "\\perp",               // ⊥
		0x22A8:  "\\models",             // ⊨
		0x22C0:  "\\bigwedge",           // ⋀
		0x22C1:  "\\bigvee",             // ⋁
		0x22C2:  "\\bigcap",             // ⋂
		0x22C3:  "\\bigcup",             // ⋃
		0x22C4:  "\\diamond",            // ⋄
		0x22C5:  "\\cdot",               // ⋅
		0x22C6:  "\\star",               // ⋆
		0x22C8:  "\\bowtie",             // ⋈
		0x22EE:  "\\vdots",              // ⋮
		0x22EF:  "\\cdots",              // ⋯
		0x22F1:  "\\ddots",              // ⋱
		0x2308:  "\\lceil",              // ⌈
		0x2309:  "\\rceil",              // ⌉
		0x230A:  "\\lfloor",             // ⌊
		0x230B:  "\\rfloor",             // ⌋
		0x25A0:  "\\blacksquare",        // ■
		0x25A1:  "\\square",             // □
		0x25B3:  "\\triangle",           // △
		0x25BD:  "\\triangledown",       // ▽
		0x25C7:  "\\diamond",            // ◇
		0x266D:  "\\flat",               // ♭
		0x266E:  "\\natural",            // ♮
		0x266F:  "\\sharp",              // ♯
		0x27E8:  "\\langle",             // ⟨
		0x27E9:  "\\rangle",             // ⟩
		0x27F5:  "\\longleftarrow",      // ⟵
		0x27F6:  "\\longrightarrow",     // ⟶
		0x27F7:  "\\longleftrightarrow", // ⟷
		0x27F8:  "\\Longleftarrow",      // ⟸
		0x27F9:  "\\Longrightarrow",     // ⟹
		0x27FA:  "\\Longleftrightarrow", // ⟺
		0x27FC:  "\\longmapsto",         // ⟼
		0x2A00:  "\\bigodot",            // ⨀
		0x2A01:  "\\bigoplus",           // ⨁
		0x2A02:  "\\bigotimes",          // ⨂
		0x2A06:  "\\bigsqcup",           // ⨆
		0x2AAF:  "\\preceq",             // ⪯
		0x2AB0:  "\\succeq",             // ⪰
		0x3008:  "\\langle",             // 〈
		0x3009:  "\\rangle",             // 〉
		0x1D6A4: "\\imath",              // 𝚤
		0x1D6A5: "\\jmath",              // 𝚥
	}
})

// functions are the names that LaTeX has as commands.
var functions = map[string]bool{
	"arccos": true,
	"arcsin": true,
	"arctan": true,
	"arg":    true,
	"cos":    true,
	"cosh":   true,
	"cot":    true,
	"coth":   true,
	"csc":    true,
	"deg":    true,
	"det":    true,
	"dim":    true,
	"exp":    true,
	"gcd":    true,
	"hom":    true,
	"inf":    true,
	"ker":    true,
	"lg":     true,
	"lim":    true,
	"liminf": true,
	"limsup": true,
	"ln":     true,
	"log":    true,
	"max":    true,
	"min":    true,
	"Pr":     true,
	"sec":    true,
	"sin":    true,
	"sinh":   true,
	"sup":    true,
	"tan":    true,
	"tanh":   true,
}

// limitFunctions are those whose scripts are below them.
var limitFunctions = map[string]bool{
	"det":    true,
	"gcd":    true,
	"inf":    true,
	"lim":    true,
	"liminf": true,
	"limsup": true,
	"max":    true,
	"min":    true,
	"Pr":     true,
	"sup":    true,
	"argmax": true,
	"argmin": true,
}

// variants gives the values of mathvariant their commands.
var variants = map[string]string{
	"normal":                 "\\mathrm",
	"bold":                   "\\mathbf",
	"italic":                 "",
	"bold-italic":            "\\boldsymbol",
	"double-struck":          "\\mathbb",
	"script":                 "\\mathcal",
	"bold-script":            "\\mathcal",
	"fraktur":                "\\mathfrak",
	"bold-fraktur":           "\\mathfrak",
	"sans-serif":             "\\mathsf",
	"bold-sans-serif":        "\\mathsf",
	"sans-serif-italic":      "\\mathsf",
	"sans-serif-bold-italic": "\\mathsf",
	"monospace":              "\\mathtt",
}

// accents gives the text above a base its command.
var accents = map[string]string{
	"^":      "\\hat",
	"ˆ":      "\\hat",
	"\u0302": "\\hat",
	"~":      "\\tilde",
	"˜":      "\\tilde",
	"\u0303": "\\tilde",
	"¯":      "\\bar",
	"ˉ":      "\\bar",
	"‾":      "\\overline",
	"_":      "\\overline",
	"―":      "\\overline",
	"→":      "\\vec",
	"\u20d7": "\\vec",
	"⇀":      "\\vec",
	".":      "\\dot",
	"˙":      "\\dot",
	"\u0307": "\\dot",
	"..":     "\\ddot",
	"¨":      "\\ddot",
	"\u0308": "\\ddot",
	"...":    "\\dddot",
	"\u20db": "\\dddot",
	"ˇ":      "\\check",
	"˘":      "\\breve",
	"´":      "\\acute",
	"`":      "\\grave",
	"⏞":      "\\overbrace",
	"︷":      "\\overbrace",
	"⏜":      "\\overparen",
	"←":      "\\overleftarrow",
	"↔":      "\\overleftrightarrow",
	"-":      "\\bar",
	"−":      "\\bar",
	"˚":      "\\mathring",
}

// underAccents is the same for the text below.
var underAccents = map[string]string{
	"_":      "\\underline",
	"\u0332": "\\underline",
	"‾":      "\\underline",
	"¯":      "\\underline",
	"―":      "\\underline",
	"⏟":      "\\underbrace",
	"︸":      "\\underbrace",
	"→":      "\\underrightarrow",
	"←":      "\\underleftarrow",
}

// alphabets are those of the letters from U+1D400, 52 characters each.
var alphabets = [13]string{
	"\\mathbf",
	"",
	"\\boldsymbol",
	"\\mathcal",
	"\\mathcal",
	"\\mathfrak",
	"\\mathbb",
	"\\mathfrak",
	"\\mathsf",
	"\\mathsf",
	"\\mathsf",
	"\\mathsf",
	"\\mathtt",
}

// digitAlphabets are those of the digits from U+1D7CE, 10 characters each.
var digitAlphabets = [5]string{"\\mathbf", "\\mathbb", "\\mathsf", "\\mathsf", "\\mathtt"}
