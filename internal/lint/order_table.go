package lint

// order is a wording that documents give orders to a model with: an expression for lines in
// small letters, and words of which one is in each.
type order struct{ stems, pattern string }

const (
	ruleWords = `(?:instructions?|prompts?|rules?|guidelines?|guidance|directions?|directives?|orders?|polic(?:y|ies)|system message|restrictions?|limits?)`
	modelWord = `(?:ais?|llms?|ai (?:assistants?|models?|systems?|reviewers?)|language models?|assistants?|chatbots?)`
	hideVerb  = `(?:tell|inform|mention|reveal|disclose|show|let|say|notify|alert)`
	freeVerb  = `(?:bypass|circumvent|disable|turn off|switch off|evade|remove|lift|suspend|drop|deactivate)`
)

// orders are looked for in every text, beside the wordings that proposals are judged by.
var orders = []order{
	{"ignor disregard forget discard abandon neglect override aside stop obey follow listen attention", `\b(?:ignor(?:e|ing)|disregard|forget|discard|abandon|neglect|override|set aside|stop following|(?:no longer|do not|don't|never) (?:obey|follow|listen to)|pay no attention to)\b.{0,40}\b(?:previous|prior|above|earlier|former|original|system|developer'?s?|before|your|so far|of your creator)\b.{0,30}\b` + ruleWords + `\b`},
	{"ignor disregard forget obey follow neglect discard attention listen", `\b(?:ignore|disregard|forget|discard|neglect|do not (?:obey|follow|listen to)|pay no attention to)\b.{0,40}\b` + ruleWords + `\b.{0,20}\b(?:above|before|earlier|so far|given|of your|you were)\b`},
	{"drop delete erase clear reset skip", `\b(?:drop|delete|erase|clear|reset|skip)\b (?:all )?(?:your|(?:the )?(?:earlier|previous|prior)|the (?:rules|instructions) above)\b.{0,20}(?:` + ruleWords + `\b|$|;)`},
	{"ignor disregard forget", `\b(?:ignore|disregard|forget)\b.{0,12}\b(?:everything|all that|whatever|what)\b.{0,20}\b(?:above|before|told|said|earlier)\b|\bthe text above\b.{0,30}\bignore it\b`},
	{"user", `\b(?:ignore|disregard) the user\b|\bdo not answer the user|\b(?:rather than|instead of|not) (?:those of |what )?the user(?:'s?)?(?:$|[.,;]| asks)|priority over the user`},
	{"void invalid wrong valid cancel suspend apply switched bound chang", `\b(?:prior|previous|earlier|above|before|your)\b.{0,30}\b(?:` + ruleWords + `|filters?|told)\b.{0,30}\b(?:void|no longer valid|cancelled|canceled|suspended|switched off|do not apply to you|wrong|have changed)\b|\beverything before this\b|\btask above is (?:cancelled|canceled|void)|\b(?:all filters|safety checks?) are (?:off|suspended)`},
	{"instructions", `\byour (?:new|updated|real|true) instructions\b|\binstructions\b.{0,40}\b(?:take precedence over all other|supersede your|which replace the old)|\boverrides? all other instructions\b`},
	{"real true only purpose task", `\byour (?:real|true|only|new) (?:task|goal|purpose|mission)(?: now)? is\b|\bnew task for the (?:assistant|model|ai)\b|\bdo this instead\b`},
	{"ignor vergiss oubli olvid dimentic negeer esque", `\b(?:ignorier\w*|vergiss|vergessen sie)\b.{0,20}\b(?:vorherigen|bisherigen|früheren|obigen) (?:anweisungen|regeln)|\b(?:ignor|oubli)\w+\b.{0,12}\b(?:instructions|consignes|règles) (?:précédentes|antérieures)|\b(?:ignor|olvid)\w+\b.{0,12}\b(?:instrucciones|reglas) (?:anteriores|previas)|\b(?:ignor|dimentic)\w+\b.{0,12}\b(?:istruzioni|regole) precedenti|\b(?:ignor|esque)\w+\b.{0,12}\b(?:instruções|regras) anteriores|\bnegeer\b.{0,12}\b(?:eerdere|vorige) (?:instructies|regels)`},
	{"игнорируй забудь инструкци", `(?:игнорируй|забудь)\S*.{0,16}(?:предыдущие|прежние) (?:инструкции|правила)`},
	{"忽略 無視 무시 تجاهل talimat zignoruj अनदेखा", `忽略.{0,6}(?:指令|指示)|指示.{0,8}無視|지시.{0,8}무시|تجاهل.{0,10}التعليمات|önceki.{0,10}talimatlar\S*.{0,6}yok say|zignoruj.{0,14}poprzednie|निर्देश\S*.{0,8}अनदेखा`},
	{"prompt instructions rules message", `\b(?:reveal|print|show|repeat|leak|output|disclose|tell me|write down|summari[sz]e|translate|encode|put|give me|append|include|spell out|list)\b.{0,20}\b(?:your|the full|the first|the developer|all the|the hidden)\b.{0,12}\b(?:(?:system|hidden|initial|whole|secret|full|developer|exact) )*(?:prompt|instructions|rules|system message|developer message|message)\b(?: in (?:full|five|french|base64|code)| verbatim|,| into a| to the answer| letter| word| of this conversation in full| that you were given| that were given|\.?$| and print)`},
	{"prompt instructions", `\b(?:system|initial|hidden|whole) prompt\b.{0,30}\b(?:into|verbatim|word for word|in full|to the answer)\b|\bwith your initial prompt\b|\byour exact instructions\b|\bfull system message\b|\bsystem prompt begins\b`},
	{"above context", `\brepeat (?:everything|the text|all the words) above\b|\bcontents of your context\b`},
	{"no longer bound freed restrictions uncensored unfiltered never refuse filter limits", `\byou (?:are|have been|were) (?:no longer (?:an assistant|bound)|not bound by|freed from)\b|\byou have no (?:restrictions|rules|limits)\b|\b(?:uncensored|unfiltered) (?:model|ai|assistant)\b|\b(?:ai|model|assistant|one)\b.{0,12}\b(?:which|that|with|has|without)\b.{0,8}\b(?:no (?:filter|ethics|rules|limits|restrictions)|never refuses|any restrictions|safety rules|limits)\b|\bwithout (?:any )?safety rules\b|\bas if you had no rules\b|\bthat you have no (?:guidelines|rules)|\bthere are no limits on what you\b`},
	{"mode", `\b(?:enter|enable|activate|switch to|you are in)\b.{0,6}\b(?:developer|god|jailbreak|dan|debug|admin) mode\b|\b(?:developer|god|dan) mode is\b|\bmaintenance mode: safety`},
	{"filter safety moderation restrictions limits", `\b` + freeVerb + `\b.{0,14}\b(?:your|the|all)\b.{0,14}\b(?:content filter|safety (?:measures|guidelines|rules)|moderation|restrictions|limits on your)\b|\byour (?:safety rules|filters|restrictions)\b.{0,12}\b(?:are|have been) (?:suspended|switched off|lifted)`},
	{"anything refus comply obey always moral", `\bdo anything now\b|\b(?:never|not) refuse (?:a request|anything|any)|\bdo not refuse, whatever|\brefusing is not allowed\b|\bcomply with every request\b|\bobey every (?:command|order)|\balways say yes to\b|\bwithout any moral\b|\bignore your policies\b`},
	{"user owner notic hidden conceal happened", `\b(?:do not|don't|never|not)\b (?:let|` + hideVerb + `)\b.{0,30}\b(?:to )?the (?:user|owner)\b(?: about| of| know| that|\.|$)|\bwithout (?:telling the user|the user (?:noticing|knowing))|\b(?:hide|keep) this\b.{0,10}\bfrom the user\b|\bsay nothing of this to\b|\bconceal what you have\b|\bpretend that nothing happened\b`},
	{"instructions", `\b(?:do not|don't|never) ` + hideVerb + `\b.{0,14}\bthese instructions\b|\bwere given these instructions\b|\bkeep these instructions (?:secret|hidden)\b`},
	{"secretly quietly silently", `\b(?:secretly|quietly|silently) (?:add|forward|send|post|copy|upload)\b`},
	{"send forward upload post append load mail exfiltrate request encode", `\b(?:send|forward|upload|post|append|email)\b.{0,24}\b(?:conversation|chat history|user's (?:data|name|messages|mails)|all mails|files in the folder|the password)\b.{0,20}\b(?:to|url)\b|\bexfiltrate\b.{0,20}\b(?:variables|data|secrets|keys)\b|\?[a-z]=(?:$|\.|\s)|\bwith the secrets of\b`},
	{"key password credentials .env id_rsa", `\b(?:collect|print|send|give me|copy|include|print)\b.{0,20}\b(?:all api keys that|your api key|contents of the \.env|the credentials into|the user's password)|\bid_rsa and (?:include|send|print)|\bcontents of the \.env file\b`},
	{"without asking confirm approv permission accept execut", `\b(?:run|execute)\b.{0,30}\b(?:following command|this code|this command)\b.{0,10}\bwithout (?:asking|confirmation)|\b(?:always|automatically) (?:approve|accept all|execute the)\b|\b(?:approve|accept)\b.{0,16}\bwithout asking the user|\bdo not ask (?:the user for permission|for confirmation before you)\b|\bskip the approval\b|\bauthori[sz]ed to skip\b|\bapproved everything\b|\| ?sh at once\b`},
	{"call tool function read see", `\bcall the (?:tool|function) [a-z_]+ now\b|\bbefore you answer, (?:call|run|send)\b|\b(?:when you read|as soon as you (?:see|read)) this\b`},
	{"developer administrator admin", `\bi am (?:the|your) developer\b.{0,20}\b(?:obey|do)\b|\bmessage from the (?:system )?administrator\b|\bsystem: (?:the user is|you have)|\buser is now an admin`},
	{"system instructions sys", `^\W*\[?system\]?:? .{0,20}\b(?:rules|pirate|answer)\b|</?(?:system|instructions)>\s*\S|\bnew rules follow\b`},
	{"ai llm model assistant", `\b(?:attention|note|instructions?|dear|hey|message)\b,?(?: to)?(?: the| any| all)? ` + modelWord + `\b.{0,12}(?::|give|stop|rate)|\bif you are an? ` + modelWord + `\b,|\b(?:to any|when an|dear) ` + modelWord + `\b.{0,12}\b(?:reads|reading|summari[sz]es|reviewer)|\b` + modelWord + `s? reading this\b|\bllm instruction\b|\bas an ai you (?:have|must)\b|\bgive a positive review only\b`},
	{"remember memory moment", `\bremember for (?:all|every) future\b|\b(?:save|store)\b.{0,14}\byour (?:long-term )?memory\b|\bfrom this moment you\b`},
}
