import { fillPattern, type UnitType } from '@tenfour/contract'

const DIGITS = '412307'
const MEMBER = 'Jo Doe'

/** '4L12' of '#L##': an example call sign for a template. */
export function templateExample(template: string, department: string, type: UnitType = 1): string {
  let at = 0
  return fillPattern(template.trim(), { department, member: MEMBER, type }).replaceAll('#', () => {
    at += 1
    return DIGITS.charAt((at - 1) % DIGITS.length)
  })
}

/** A warning about an unusual template; null if it is fine. */
export function templateWarning(template: string): string | null {
  const text = template.trim()
  if (text === '' || text.includes('#')) return null
  if (text.includes('{initials}')) return 'Without a # two members with the same initials cannot both have a call sign'
  return `Without a # only one member can have the call sign ${text}`
}
