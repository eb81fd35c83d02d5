const DIGITS = '412307'

/** '4L12' of '#L##': a call sign as the template makes them, to show what is meant. */
export function templateExample(template: string): string {
  let at = 0
  return template.trim().replaceAll('#', () => {
    at += 1
    return DIGITS.charAt((at - 1) % DIGITS.length)
  })
}

/** What is odd about a template, in words; nothing where it will do. */
export function templateDoubt(template: string): string | null {
  const text = template.trim()
  if (text === '' || text.includes('#')) return null
  return `Without a # every unit would be called ${text}`
}
