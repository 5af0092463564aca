package model

// stopTable are English words that say nothing of what a text is about, in
// order.
var stopTable = [...]string{
	"a", "about", "all", "am", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can", "could", "did", "do",
	"does", "for", "from", "had", "has", "have", "he", "her", "him", "his", "how", "i", "if", "in", "into", "is", "it", "its",
	"me", "my", "no", "not", "of", "on", "or", "our", "say", "she", "so", "tell", "than", "that", "the", "their", "them",
	"then", "there", "these", "they", "this", "to", "up", "us", "was", "we", "were", "what", "when", "where", "which", "who",
	"why", "will", "with", "would", "you", "your",
}
