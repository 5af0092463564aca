package layout

// Paras makes the paragraphs of a block.
func (b *Block) Paras(lines []Line, region, page int) []Para {
	if b.Picture {
		return []Para{{Picture: true, Alt: b.Alt, Quote: b.Quote, At: Place{Box: b.Box, Page: page, Region: region}, Tag: Tag{Depth: b.Depth}}}
	}
	if len(lines) == 0 {
		return nil
	}
	var out []Para
	if b.Loose && b.Table == nil {
		for _, part := range ReadingOrder(joinRows(lines)) {
			out = append(out, Paragraphs(part, region)...)
		}
	} else {
		p := newPara(lines[0], region)
		for i := 1; i < len(lines); i++ {
			p.Lines = append(p.Lines, lines[i])
			p.At.Box = p.At.Box.Union(lines[i].Box)
			p.Code = p.Code && lines[i].Words.Fixed()
		}
		p.Full = fullLine(lines)
		p.Gap = lines[0].Size
		out = append(out, p)
	}
	for i := range out {
		b.tell(&out[i], i == 0)
	}
	return out
}

// tell tells a paragraph what the structure says of it.
func (b *Block) tell(p *Para, first bool) {
	p.Tag.Tagged = true
	p.Quote, p.Tag.Depth, p.Tag.Note = b.Quote, b.Depth, b.Note
	p.Tag.Before, p.Tag.Loose = b.Before && first, b.Loose
	if b.Loose {
		return
	}
	if b.Level > 0 && p.Table == nil {
		p.Level, p.Code, p.Item.Marker = b.Level, false, ""
		return
	}
	if b.Depth == 0 {
		return
	}
	if !first || !b.Item {
		p.Item.Marker, p.Tag.GoesOn = "", true
		return
	}
	p.Item.Labelled = b.Marker != ""
	p.Tag.Bare = b.Bare && p.Item.Marker == ""
	if b.Marker != "" {
		p.Item.Marker, p.Code = b.Marker, false
		p.At.Box.X0 -= 1.5 * p.Size
	}
	if p.Item.Marker == "" {
		p.Item.Marker = "-"
		p.Item.Labelled = true
	}
}

// fullLine reports whether the last of some lines is about as long as any.
func fullLine(lines []Line) bool {
	box := boxOf(lines)
	last := &lines[len(lines)-1]
	if last.RTL {
		return last.Box.X0-box.X0 < .12*box.W()+last.Size
	}
	return box.X1-last.Box.X1 < .12*box.W()+last.Size
}
