const DIGITS = '412307'

/** '4L12' of '#L##': an example call sign for a template. */
export function templateExample(template: string): string {
  let at = 0
  return template.trim().replaceAll('#', () => {
    at += 1
    return DIGITS.charAt((at - 1) % DIGITS.length)
  })
}

/** A warning about an unusual template; null if it is fine. */
export function templateWarning(template: string): string | null {
  const text = template.trim()
  if (text === '' || text.includes('#')) return null
  return `Without a # every unit would be called ${text}`
}
