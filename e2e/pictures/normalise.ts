/**
 * Runs in the page. Counts and times differ from one demo to the next: every number becomes 0, and every
 * connection is as fast as the others.
 */
export function normaliseTexts(): void {
  const WORDS: readonly (readonly [RegExp, string])[] = [
    // Seals.
    [/\b[0-9a-f]{16,}\b/g, '0'],
    [/\d+/g, '0'],
    // Events during the start of the demo lie after the moment of the pictures, by more each time.
    [/\bin 0 (min|h|d)\b|\btomorrow\b/g, 'just now'],
    // The bot has one only some time after it has connected.
    [/, 0 ms\b/g, ''],
  ]
  const normalise = (node: Node) => {
    const parent = node.parentElement
    if (parent?.closest('script, style')) return
    const text = node.nodeValue ?? ''
    const badge = parent?.closest('[data-variant="dot"]')
    const isLatency = badge && /^(\d+ ms| (very )?slow)$/.test(text)
    if (isLatency) badge.setAttribute('data-tone', 'available')
    const next = isLatency ? (text.endsWith('ms') ? 'Live' : '') : WORDS.reduce((words, [from, to]) => words.replaceAll(from, to), text)
    if (next !== text) node.nodeValue = next
  }
  const each = (root: Node) => {
    if (root.nodeType === Node.TEXT_NODE) return normalise(root)
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) normalise(texts.currentNode)
  }
  new MutationObserver((changes) => {
    for (const { target, addedNodes, type } of changes) {
      if (type === 'characterData') normalise(target)
      else addedNodes.forEach(each)
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}
