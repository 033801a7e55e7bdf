/** Measures a page as it lies there. Python evaluates this file and calls one of what it returns. */
(() => {
  // What a sheet covers is not measured; neither is what only screen readers have.
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const hidden = (element) => {
    const { clipPath } = getComputedStyle(element);
    return clipPath === 'inset(50%)' || (element.parentElement !== null && hidden(element.parentElement));
  };
  const seen = (element) =>
    !element.closest('.sprite, noscript') &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !hidden(element);
  const called = (element) => {
    const words = element.textContent.trim().replace(/\s+/g, ' ').slice(0, 50) || element.ariaLabel || '';
    return `<${element.localName} ${element.className.baseVal ?? element.className}> "${words}"`;
  };

  return {
    /** Texts that are cut off, run out of the screen or lie on other text. */
    misfits(slack) {
      const wrong = [];
      const texts = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!node.data.trim() || !element || element.localName === 'option' || !seen(element)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const rect of range.getClientRects()) {
          if (rect.width < 1 || rect.height < 1) continue;
          const box = within(element, rect);
          if (!box) continue;
          texts.push({ element, node, ...box });
          if (box.left < -slack || box.right > innerWidth + slack) wrong.push(`out of the screen: ${called(element)}`);
        }
      }
      for (const [place, one] of texts.entries())
        for (const other of texts.slice(place + 1))
          if (one.node !== other.node && meet(one, other))
            wrong.push(`text on text: ${called(one.element)} and ${called(other.element)}`);
      return [...new Set(wrong)];

      /** What is left of a line of text inside all that holds it; null where it has been scrolled away. */
      function within(element, rect) {
        let box = { left: rect.left, right: rect.right, top: rect.top, bottom: rect.bottom };
        let shortened = false; // on purpose, with three dots
        for (let holder = element; holder && holder !== document.documentElement; holder = holder.parentElement) {
          const style = getComputedStyle(holder);
          shortened ||= style.textOverflow === 'ellipsis';
          const ways = [style.overflowX, style.overflowY];
          if (ways.every((way) => way === 'visible')) continue;
          const edge = holder.getBoundingClientRect();
          const beyond = [
            box.left < edge.left - slack || box.right > edge.right + slack,
            box.top < edge.top - slack - 3 || box.bottom > edge.bottom + slack + 3,
          ];
          const lost = ways.some((way, which) => {
            const forgiven = shortened && (which === 0 || style.webkitLineClamp !== 'none');
            return beyond[which] && !forgiven && (way === 'hidden' || way === 'clip');
          });
          if (lost) wrong.push(`cut off: ${called(element)} in ${called(holder)}`);
          box = {
            left: Math.max(box.left, edge.left),
            right: Math.min(box.right, edge.right),
            top: Math.max(box.top, edge.top),
            bottom: Math.min(box.bottom, edge.bottom),
          };
          if (box.left >= box.right || box.top >= box.bottom) return null;
        }
        return box;
      }

      /** Whether two lines of text lie on each other, with nothing in between that covers the lower one. */
      function meet(one, other) {
        const lean = (box) => (box.bottom - box.top) * 0.25; // lines may be set close
        const left = Math.max(one.left, other.left);
        const right = Math.min(one.right, other.right);
        const top = Math.max(one.top + lean(one), other.top + lean(other));
        const bottom = Math.min(one.bottom - lean(one), other.bottom - lean(other));
        if (right - left < 2 || bottom - top < 1) return false;
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return lies(one.element, x, y) && lies(other.element, x, y);
      }

      /** Whether an element is to be seen at a point, not covered by something opaque that is no part of it. */
      function lies(element, x, y) {
        for (const above of document.elementsFromPoint(x, y)) {
          if (above === element || above.contains(element)) return true;
          if (element.contains(above)) continue;
          const { backgroundColor, backgroundImage } = getComputedStyle(above);
          const clear = /rgba\(.*, 0(\.\d+)?\)/.test(backgroundColor) && backgroundImage === 'none';
          if (!clear || above.closest('svg, img')) return false;
        }
        return true;
      }
    },

    /** What can be pressed, but is smaller than it should be. */
    targets(least) {
      const wrong = [];
      for (const element of root.querySelectorAll('a[href], button, input, select, summary, textarea')) {
        const held = element.closest('label') ?? element;
        if (!seen(held)) continue;
        if (element.localName === 'a' && getComputedStyle(element).display === 'inline') continue; // a word in a sentence
        const { width, height } = held.getBoundingClientRect();
        if (width < least || height < least)
          wrong.push(`too small, ${width.toFixed(0)} × ${height.toFixed(0)}: ${called(held)}`);
      }
      return [...new Set(wrong)];
    },

    /** Cards, by a selector, on which something else lies: at the value, in the middle or at the stars. In a fan a card
     * may lie on another. */
    covered(cards) {
      const wrong = [];
      for (const card of document.querySelectorAll(cards)) {
        const { left, top, width, height } = card.getBoundingClientRect();
        for (const down of [0.15, 0.5, 0.85]) {
          const [x, y] = [left + width * 0.24, top + height * down];
          const above = document.elementFromPoint(x, y);
          if (!above?.closest('[data-card]'))
            wrong.push(`${card.dataset.card} at ${down} by ${above ? called(above) : 'the edge of the screen'}`);
        }
      }
      return wrong;
    },

    /** Boxes that hold the table, or lie in it, and have moved inside without being made to scroll. */
    shifted() {
      const theatre = document.querySelector('.theatre');
      const around = [document.scrollingElement, document.body, document.querySelector('#app')];
      const boxes = [...around, theatre, ...(theatre?.querySelectorAll('*') ?? [])];
      return boxes.flatMap((box) => {
        if (!box || (!box.scrollLeft && !box.scrollTop)) return [];
        const { overflowX, overflowY } = getComputedStyle(box);
        const meant = [overflowX, overflowY].some((way) => way === 'auto' || way === 'scroll');
        return meant && box !== theatre ? [] : [`${called(box).slice(0, 60)} by ${box.scrollLeft}, ${box.scrollTop}`];
      });
    },

    /** Drawings that are not there, or that run out of the screen or of their place. */
    drawings(slack) {
      const wrong = [];
      for (const use of root.querySelectorAll('svg:not(.sprite, .clips) use')) {
        const art = use.ownerSVGElement;
        if (!seen(art)) continue;
        const name = use.getAttribute('href');
        const place = art.getBoundingClientRect();
        if (!document.getElementById(name.slice(1))) {
          wrong.push(`not drawn: ${name}`);
          continue;
        }
        if (place.width < 1 || place.height < 1) wrong.push(`no room for ${name}`);
        if (art.closest('.drapes')) continue; // scenery goes on behind the wings
        const box = { left: place.left, right: place.right, top: place.top, bottom: place.bottom };
        const scrolledAway = () => box.left >= box.right || box.top >= box.bottom;
        for (let holder = art.parentElement; holder && holder !== root; holder = holder.parentElement) {
          const edge = holder.getBoundingClientRect();
          const { overflowX, overflowY } = getComputedStyle(holder);
          for (const [way, from, to] of [[overflowX, 'left', 'right'], [overflowY, 'top', 'bottom']]) {
            if (way === 'visible') continue;
            const beyond = box[from] < edge[from] - slack || box[to] > edge[to] + slack;
            if (beyond && way !== 'auto' && way !== 'scroll') wrong.push(`cut off: ${name} in ${called(holder)}`);
            box[from] = Math.max(box[from], edge[from]);
            box[to] = Math.min(box[to], edge[to]);
          }
          if (scrolledAway()) break;
        }
        if (scrolledAway()) continue;
        if (box.left < -slack || box.right > innerWidth + slack || box.bottom > innerHeight + slack)
          wrong.push(`out of the screen: ${name}`);
      }
      return [...new Set(wrong)];
    },

    /** What has the focus, and whether that is to be seen. */
    focus() {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const shown = [element, element.closest('label') ?? element].some((each) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(each);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      });
      return { shown, called: called(element) };
    },
  };
})()
