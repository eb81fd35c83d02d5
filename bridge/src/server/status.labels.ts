/** Status words players type, with the portal's numbers. */
const WORDS: Readonly<Record<string, number>> = {
  oos: 2,
  out: 2,
  is: 3,
  available: 3,
  busy: 4,
  er: 5,
  enroute: 5,
  os: 6,
  scene: 6,
  onscene: 6,
  custody: 7,
}

export const STATUS_HELP = 'is (in service), busy, er (en route), os (on scene), custody, oos (out of service)'

export function statusOf(words: readonly string[]): number | undefined {
  const word = words.join('').toLowerCase()
  const status = Number(word)
  return Number.isInteger(status) && status >= 2 && status <= 7 ? status : Object.hasOwn(WORDS, word) ? WORDS[word] : undefined
}
