/** A label beside a point of the screen. Of two that would overlap, the one with the lower rank is shown. */
export type Label = { readonly left: number; readonly top: number; readonly width: number; readonly height: number; readonly rank: number }

/** The indices of the labels that are shown. Of the same rank, the first is. */
export function shownLabels(labels: readonly Label[]): ReadonlySet<number> {
  const shown = new Set<number>()
  for (const [index, label] of [...labels.entries()].toSorted(([, a], [, b]) => a.rank - b.rank)) {
    if (![...shown].some((other) => overlap(label, labels[other]))) shown.add(index)
  }
  return shown
}

const overlap = (a: Label, b: Label | undefined): boolean =>
  b !== undefined && a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height
