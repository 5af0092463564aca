package document

// Size returns how many bytes the packed blocks take, without the source.
func (p *Packer) Size() int {
	size := 0
	for _, b := range p.blocks {
		if packed, ok := b.(*Packed); ok {
			for _, chunk := range packed.chunks {
				size += cap(chunk)
			}
		}
	}
	return size
}

// Size returns how many bytes the packed items of a list take.
func (p *PackedItems) Size() int {
	size := 0
	for _, run := range p.runs {
		size += cap(run.packed)
	}
	return size
}

// Room returns how many bytes the packed rows take.
func (p *PackedRows) Room() int {
	size := 0
	for _, run := range p.runs {
		size += cap(run.packed)
	}
	return size
}
