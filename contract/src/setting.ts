import { z } from 'zod'
import { admin, type AccessRule } from './access.ts'
import { text } from './values.ts'

/** How a value is entered. */
export type SettingInput =
  | { readonly kind: 'flag' }
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly unit: string }
  | { readonly kind: 'choice'; readonly options: Readonly<Record<string, string>> }
  | { readonly kind: 'text'; readonly max: number }

/** Something that a community may choose for itself. Declared in the contract file of its noun, and by its feature on the server. */
export type Setting<T = unknown> = {
  /** `<noun>.<name>`: what it is kept under, for good. */
  readonly key: string
  readonly title: string
  readonly help: string
  /** What it is until someone chooses. */
  readonly fallback: T
  readonly schema: z.ZodType<T>
  readonly input: SettingInput
  /** Who may change it. */
  readonly access: AccessRule
  /** The environment variable that says the same, and then has the last word. */
  readonly env: string | null
}

type Declared<T> = Pick<Setting<T>, 'key' | 'title' | 'help' | 'fallback'> & Partial<Pick<Setting<T>, 'access' | 'env'>>
const common = { access: admin, env: null }

export const numberSetting = ({
  min,
  max,
  unit,
  ...declared
}: Declared<number> & { min: number; max: number; unit: string }): Setting<number> => ({
  ...common,
  ...declared,
  input: { kind: 'number', min, max, unit },
  schema: z.int('Enter a whole number').min(min, `Enter ${min} or more`).max(max, `Enter ${max} or less`),
})

export const flagSetting = (declared: Declared<boolean>): Setting<boolean> => ({
  ...common,
  ...declared,
  input: { kind: 'flag' },
  schema: z.boolean('Choose on or off'),
})

export const textSetting = ({ max, ...declared }: Declared<string> & { max: number }): Setting<string> => ({
  ...common,
  ...declared,
  input: { kind: 'text', max },
  schema: text(max),
})

export const choiceSetting = <T extends string>({
  options,
  ...declared
}: Declared<T> & { options: Readonly<Record<T, string>> }): Setting<T> => ({
  ...common,
  ...declared,
  input: { kind: 'choice', options },
  schema: z.enum(Object.keys(options) as [T, ...T[]], 'Choose one of these'),
})
