import { PASSWORD_MIN_LENGTH } from '@tenfour/contract'

export type Strength = { readonly level: 0 | 1 | 2 | 3; readonly text: string }

/** A rough score that favours length over special characters; the only actual rule is the minimum length. */
export function passwordStrength(password: string): Strength {
  const missing = PASSWORD_MIN_LENGTH - password.length
  if (missing > 0) return { level: 0, text: `${missing} more ${missing === 1 ? 'character' : 'characters'} needed` }
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length
  const distinct = new Set(password.toLowerCase()).size
  if (distinct < 5) return { level: 1, text: 'Weak: mostly the same characters' }
  const score = Math.min(password.length, distinct * 2) + kinds * 2
  if (score >= 24) return { level: 3, text: 'Strong' }
  return score >= 17 ? { level: 2, text: 'Fair: longer is stronger' } : { level: 1, text: 'Weak: add another word' }
}
