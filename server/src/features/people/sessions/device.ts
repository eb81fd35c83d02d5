/** More specific ones first: every browser claims to be Safari, and most claim to be Chrome. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/CitizenFX|FiveM/i, 'FiveM'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Vivaldi\//, 'Vivaldi'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/HeadlessChrome\//, 'Headless Chrome'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^(node|undici)/i, 'Node.js'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

const nameIn = (names: readonly (readonly [RegExp, string])[], userAgent: string) => names.find(([sign]) => sign.test(userAgent))?.[1]

/** Human-readable form of a user agent: 'Chrome on Windows'. */
export function deviceOf(userAgent: string): string {
  const program = nameIn(PROGRAMS, userAgent)
  const system = nameIn(SYSTEMS, userAgent)
  if (program && system) return `${program} on ${system}`
  return program ?? (system ? `A browser on ${system}` : 'Unknown device')
}
