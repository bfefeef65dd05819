// Finds faults of layout: text that is cut, broken, outside its shape or over other text, and targets
// too small for a thumb. Returns [kind, where, text] for each.
window.faultsOfLayout = (phone) => {
  const found = [], near = 1.5;
  const style = (el) => getComputedStyle(el);
  const where = (el) => {
    const names = [];
    for (let at = el; at && at !== document.body && names.length < 4; at = at.parentElement) {
      names.unshift(at.id ? `#${at.id}` : [at.localName, ...at.classList].join('.'));
      if (at.id) break;
    }
    return names.join(' ');
  };
  const tell = (kind, el, text) => found.push([kind, where(el), text.trim().replace(/\s+/g, ' ').slice(0, 60)]);
  const hidden = (el) => el !== document.body && el !== document.documentElement
    && (style(el).clipPath.startsWith('inset') || hidden(el.parentElement));  // for screen readers
  const shown = (el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !hidden(el) && !el.closest('.skip');
  const seen = (colour) => colour !== 'transparent' && !/[,/] 0\)$/.test(colour);
  const within = (inner, outer, by) => inner.left >= outer.left - by && inner.right <= outer.right + by
    && inner.top >= outer.top - by && inner.bottom <= outer.bottom + by;
  const scrolls = (el) => /auto|scroll/.test(style(el).overflowX + style(el).overflowY);
  const scrolledAway = (el, ink) => {
    for (let at = el; at && at !== document.body; at = at.parentElement) {
      if (scrolls(at) && !within(ink, at.getBoundingClientRect(), near)) return true;
    }
    return false;
  };
  const plain = ({ left, right, top, bottom, width, height }) => ({ left, right, top, bottom, width, height });
  const isOn = ({ el, box }, { x, y }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
    && el.isPointInFill(new DOMPoint(x, y).matrixTransform(el.getScreenCTM().inverse()));
  const follows = (el, other) => Boolean(other.compareDocumentPosition(el) & Node.DOCUMENT_POSITION_FOLLOWING);
  const size = (ink) => ({ ...ink, width: ink.right - ink.left, height: ink.bottom - ink.top });

  if (document.documentElement.scrollWidth > innerWidth) {
    tell('wide', document.body, `${document.documentElement.scrollWidth} px`);
  }

  // Lines of text in the page: the box of their letters, without the space above and below.
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const el = node.parentElement, text = node.data;
    if (!text.trim() || el.closest('script, style, template, select, textarea, svg') || !shown(el)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const high = parseFloat(style(el).fontSize);
    const boxes = range.getClientRects();
    // A word broken across lines without a hyphen.
    for (const word of boxes.length > 1 ? text.matchAll(/[\p{L}\p{N}’]{2,}[.,!?:]?/gu) : []) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = [...range.getClientRects()].filter((box) => box.width > 0.5).map((box) => Math.round(box.top));
      if (new Set(tops).size > 1) tell('broken', el, word[0]);
    }
    for (const box of boxes) {
      if (box.width < 1) continue;
      const middle = (box.top + box.bottom) / 2;
      const ink = size({ left: box.left, right: box.right,
        top: middle - high * 0.36, bottom: middle + high * 0.36 });
      if (!scrolledAway(el, ink)) lines.push({ el, node, text, ink });
    }
  }
  for (const { el, text, ink } of lines) {
    let shape = null, cut = false;
    for (let at = el; at && at !== document.body; at = at.parentElement) {
      const look = style(at), box = at.getBoundingClientRect();
      if (/hidden|clip/.test(look.overflowX + look.overflowY) && !within(ink, box, near)) {
        cut = true;
        tell('cut', el, text);
        break;
      }
      if (scrolls(at)) break;
      const edged = parseFloat(look.borderLeftWidth) && seen(look.borderLeftColor) && look.borderLeftStyle !== 'none';
      if (!shape && look.display !== 'inline' && (edged || seen(look.backgroundColor))) {
        shape = at;
        if (!within(ink, box, near)) { tell('outside its shape', el, text); break; }
      }
      if (look.position === 'fixed') break;
    }
    if (!cut && (ink.left < -near || ink.right > innerWidth + near)) tell('out of the page', el, text);
  }
  for (const el of document.querySelectorAll('select')) {
    if (!shown(el) || el.size > 1) continue;
    const look = style(el), pen = new OffscreenCanvas(1, 1).getContext('2d');
    pen.font = `${look.fontWeight} ${look.fontSize} Matou`;
    const text = el.selectedOptions[0]?.textContent ?? '';
    const room = el.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight) - 16;
    if (pen.measureText(text.trim()).width > room + near) tell('cut', el, text);
  }

  // Text of drawings, and the shapes below it.
  for (const svg of document.querySelectorAll('svg')) {
    const texts = [...svg.querySelectorAll('text')].filter((el) => el.textContent.trim() && shown(el) && el.getBoundingClientRect().width);
    if (!texts.length) continue;
    const sheet = svg.getBoundingClientRect();
    const shapes = [...svg.querySelectorAll('path, rect, circle, ellipse, polygon')].filter((el) => {
      const look = style(el);
      return look.fill !== 'none' && look.fill !== 'rgba(0, 0, 0, 0)' && look.fillOpacity * look.opacity > 0.5 && look.visibility !== 'hidden' && !el.closest('defs, clipPath, .glow')
        && el.checkVisibility({ opacityProperty: true });
    }).map((el) => ({ el, box: plain(el.getBoundingClientRect()) }));
    for (const el of texts) {
      const at = el.getScreenCTM(), box = el.getBBox(), text = el.textContent;
      const high = parseFloat(style(el).fontSize), base = el.y.baseVal[0].value;
      const onGlass = (x, y) => new DOMPoint(x, y).matrixTransform(at);
      const corners = [[box.x, base - high * 0.64], [box.x + box.width, base - high * 0.64],
        [box.x, base], [box.x + box.width, base]].map(([x, y]) => onGlass(x, y));
      const ink = size({ left: Math.min(...corners.map((c) => c.x)), right: Math.max(...corners.map((c) => c.x)),
        top: Math.min(...corners.map((c) => c.y)), bottom: Math.max(...corners.map((c) => c.y)) });
      lines.push({ el, node: el, text, ink });
      if (!within(ink, sheet, near)) tell('out of the drawing', el, text);
      const middle = onGlass(box.x + box.width / 2, base - high * 0.32);
      const points = [0.1, 0.5, 0.9].map((share) => onGlass(box.x + box.width * share, base - high * 0.3));
      if (shapes.some((shape) => points.some((point) => isOn(shape, point)) && follows(shape.el, el))) tell('covered', el, text);
      const under = shapes.findLast((shape) => shape.box.height >= ink.height && shape.box.width >= ink.width * 0.6
        && isOn(shape, middle) && follows(el, shape.el));
      // A corner may stick out a little, since letters are round.
      const inner = corners.map((c) => new DOMPoint(c.x + (middle.x - c.x) * 0.12, c.y + (middle.y - c.y) * 0.12));
      const holds = (shape) => {
        const back = shape.el.getScreenCTM().inverse();
        return inner.every((c) => shape.el.isPointInFill(c.matrixTransform(back)));
      };
      // A decoration counts as inside if a larger part of the same piece holds the text.
      const piece = under?.el.closest('[id]');
      if (under && !holds(under) && !shapes.some((shape) => piece?.contains(shape.el) && holds(shape))) {
        tell('outside its shape', el, text);
      }
    }
  }

  // Two texts over each other, unless something opaque lies between them.
  const covered = (line, x, y) => {
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
    for (const el of document.elementsFromPoint(x, y)) {
      if (el === line.el || el.contains(line.el)) return false;
      if (!line.el.contains(el) && (seen(style(el).backgroundColor) || el.localName === 'dialog')) return true;
    }
    return false;
  };
  lines.sort((a, b) => a.ink.top - b.ink.top);
  lines.forEach((one, i) => {
    for (const other of lines.slice(i + 1)) {
      if (other.ink.top > one.ink.bottom) break;
      if (one.node === other.node) continue;
      const left = Math.max(one.ink.left, other.ink.left), right = Math.min(one.ink.right, other.ink.right);
      const top = other.ink.top, bottom = Math.min(one.ink.bottom, other.ink.bottom);
      if (right - left < 2 || bottom - top < 2) continue;
      const x = (left + right) / 2, y = (top + bottom) / 2;
      if (!covered(one, x, y) && !covered(other, x, y)) tell('over another', other.el, `${other.text} / ${one.text}`);
    }
  });

  // A thumb needs 44 pixels; a link within a sentence need not be as tall.
  for (const el of phone ? document.querySelectorAll('a[href], button, summary, select, textarea, input, [role=button]') : []) {
    if (!shown(el) || el.type === 'hidden' || el.disabled || el.type === 'range') continue;
    const box = (el.closest('label') ?? el).getBoundingClientRect();
    const inSentence = style(el).display === 'inline' && el.closest('p, li, dd, td, figcaption');
    if (!inSentence && !el.matches('.rule-link') && Math.min(box.width, box.height) < 43.5) {
      tell('small', el, `${el.getAttribute('aria-label') || el.textContent} ${Math.round(box.width)}×${Math.round(box.height)}`);
    }
  }
  return found;
};
