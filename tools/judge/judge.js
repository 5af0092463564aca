// Reads Markdown with markdown-it, one text after the other for as long as
// there are any: a line with the length in bytes, then the text. It answers
// each with a line of JSON: the headings and the rows of the tables.
'use strict';

const md = require('markdown-it')({html: true}).use(require('markdown-it-footnote'));
md.normalizeLinkText = (url) => url; // it would show what the percent signs of an address stand for

function plain(children) {
  return (children || []).map((t) => {
    switch (t.type) {
      case 'softbreak': case 'hardbreak': return ' ';
      case 'html_inline': return /^<br/.test(t.content) ? ' ' : /^<\/?su[bp]>$/.test(t.content) ? '' : 'HTML' + t.content;
      case 'footnote_ref': return '[^1]';
      case 'image': return '![IMAGE](' + t.attrGet('src') + ')';
      case 'text_special': case 'text': case 'code_inline': return t.content;
      default: return '';
    }
  }).join('');
}

function read(text) {
  const tokens = md.parse(text, {});
  const out = {headings: [], rows: []};
  tokens.forEach((t, i) => {
    if (t.type === 'heading_open') {
      out.headings.push({Level: Number(t.tag.slice(1)), Text: plain(tokens[i + 1].children)});
    } else if (t.type === 'tr_open') {
      out.rows.push(0);
    } else if (t.type === 'th_open' || t.type === 'td_open') {
      out.rows[out.rows.length - 1]++;
    }
  });
  return out;
}

let have = Buffer.alloc(0);
process.stdin.on('data', (chunk) => {
  have = Buffer.concat([have, chunk]);
  for (;;) {
    const line = have.indexOf(10);
    const length = line < 0 ? NaN : Number(have.subarray(0, line).toString());
    if (!(have.length >= line + 1 + length)) {
      return;
    }
    const text = have.subarray(line + 1, line + 1 + length).toString();
    have = have.subarray(line + 1 + length);
    process.stdout.write(JSON.stringify(read(text)) + '\n');
  }
});
