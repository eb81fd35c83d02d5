import { currencySign, moneyWords } from '@tenfour/contract'
import { measures } from '../config/config.ts'

type Text = string | null | undefined

/** '1 call', '1,204 calls'. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** 'Rosa' of 'Rosa Delgado'. */
export const firstWord = (name: Text): string => name?.trim().split(/\s+/, 1)[0] ?? ''

/** 'RD' of 'Rosa Delgado', 'RW' of 'Rosa Delgado von Weißenstein'. */
export function initials(name: Text): string {
  const words = name?.trim().split(/\s+/) ?? []
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return `${characters(first)[0] ?? ''}${characters(last)[0] ?? ''}`.toUpperCase()
}

/** '00042' of 42. A sign stays in front; longer values are not cut. */
export function pad(value: string | number | null | undefined, width = 5, fill = '0'): string {
  if (value === null || value === undefined || Number.isNaN(value)) return ''
  const text = String(value)
  return typeof value === 'number' && value < 0 ? `-${text.slice(1).padStart(width - 1, fill)}` : text.padStart(width, fill)
}

export function reverse(value: Text): string
export function reverse<T>(value: readonly T[] | null | undefined): T[]
export function reverse(value: Text | readonly unknown[]): string | unknown[] {
  if (typeof value === 'string') return characters(value).toReversed().join('')
  return value?.toReversed() ?? ''
}

/** The first `length` characters and an ellipsis; text that fits is unchanged. */
export function truncate(text: Text, length = 20, ellipsis = '…'): string {
  const all = characters(text ?? '')
  return all.length <= length ? all.join('') : `${all.slice(0, Math.max(0, length)).join('').trimEnd()}${ellipsis}`
}

/** `fallback` for missing or blank values; zero and false are kept. */
export const withDefault = <T, F>(value: T, fallback: F): NonNullable<T> | F =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '') || Number.isNaN(value) ? fallback : value

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Grapheme clusters, so that an emoji or an accent is never cut in two. */
const characters = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** '$12,500', or '$400–1,000' of a range, as the community writes money. */
export const money = (...amounts: readonly number[]): string => moneyWords(measures(), ...amounts)

/** The sign of the community's currency. */
export const currency = (): string => currencySign(measures())

/** A number or an amount as typed, without separators of thousands, spaces and the sign of the currency. */
export const bareNumber = (typed: string): string => typed.replaceAll(/[\s,$]/g, '').replace(currency().replaceAll(' ', ''), '')
