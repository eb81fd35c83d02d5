import { z } from 'zod'
import english from '../locales/en.json' with { type: 'json' }

export type TextKey = keyof typeof english
/** A text in the language of the server, with its placeholders filled in. */
export type Texts = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string

const Translation = z.record(z.string(), z.string())
const placeholdersOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
const isKey = (key: string): key is TextKey => Object.hasOwn(english, key)

type Options = {
  readonly language: string
  readonly read: (file: string) => string | null
  readonly print: (line: string) => void
}

/** The texts of `locales/<language>.json`. English stands in for what it lacks. */
export function readTexts({ language, read, print }: Options): Readonly<Record<TextKey, string>> {
  if (language === 'en') return english
  const file = `locales/${language}.json`
  const texts: Record<TextKey, string> = { ...english }
  try {
    const text = read(file)
    if (text === null) throw new Error('there is no such file')
    for (const [key, translated] of Object.entries(Translation.parse(JSON.parse(text)))) {
      if (!isKey(key)) print(`${file}: ${key} is no text of this version.`)
      else if (placeholdersOf(translated).some((name) => !placeholdersOf(english[key]).includes(name)))
        print(`${file}: ${key} has another placeholder than ${placeholdersOf(english[key]).join(', ') || 'none'}. It is shown in English.`)
      else texts[key] = translated
    }
  } catch (error) {
    print(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}. Players see English.`)
  }
  return texts
}

/** Values are put in as they are: a text of a player can't add a placeholder. */
export const createTexts =
  (texts: Readonly<Record<TextKey, string>>): Texts =>
  (key, values = {}) =>
    texts[key].replace(/\{(\w+)\}/g, (all, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : all))

/** The texts that client scripts show: keys of the game's settings, and help while typing. */
export const clientTexts = (texts: Readonly<Record<TextKey, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => /^(key|help)\./.test(key)))

/** In English, for tests. */
export const ENGLISH = createTexts(english)
