import { z } from 'zod'
import { admin, type AccessRule } from './access.ts'
import type { Sound } from './portal/sounds.live.ts'
import { INT_MAX, text } from './values.ts'

/** How a value is entered. */
export type SettingInput =
  | { readonly kind: 'flag' }
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly unit: string }
  | { readonly kind: 'choice'; readonly options: Readonly<Record<string, string>> }
  | { readonly kind: 'text'; readonly max: number }
  | { readonly kind: 'timeZone' }
  /** The id of a department; 0 for any. */
  | { readonly kind: 'department' }
  /** `#rrggbb`; empty as shipped. */
  | { readonly kind: 'colour' }
  /** The digest of a picture of the look; empty for none. */
  | { readonly kind: 'picture' }
  /** The digest of a sound of the community's own; empty as shipped. */
  | { readonly kind: 'sound'; readonly sound: Sound }

/** The heading that settings of one subject share on the settings page. */
export type SettingGroup = {
  readonly key: string
  readonly title: string
  readonly help: string
  /** The page of its own that has these settings, in place of the one with all others. */
  readonly page?: '/admin/look' | '/admin/sounds'
}

/** Something a community may choose for itself. Declared in the contract file of its noun, and by its feature on the server. */
export type Setting<T = unknown> = {
  /** `<noun>.<name>`: stored under this key, so it never changes. */
  readonly key: string
  readonly group: SettingGroup
  readonly title: string
  readonly help: string
  /** The value until someone chooses another. */
  readonly fallback: T
  readonly schema: z.ZodType<T>
  readonly input: SettingInput
  /** Who may change it. */
  readonly access: AccessRule
  /** An environment variable for the same thing, which takes precedence. */
  readonly env: string | null
}

/** A part of the portal that a community may switch off. Endpoints, rooms, jobs, panels and pages name the switch they depend on. */
export type FeatureSwitch = Setting<boolean> & {
  readonly isSwitch: true
  /** Said where the feature is refused: 'Calling 911 from the portal is switched off'. */
  readonly offMessage: string
  /** The consequence for open items; shown before it is switched off. */
  readonly offEffect: string
}

type Declared<T> = Pick<Setting<T>, 'key' | 'group' | 'title' | 'help' | 'fallback'> & Partial<Pick<Setting<T>, 'access' | 'env'>>
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

/** A department of the community by its id; 0, as shipped, for any. */
export const departmentSetting = (declared: Omit<Declared<number>, 'fallback'>): Setting<number> => ({
  ...common,
  ...declared,
  fallback: 0,
  input: { kind: 'department' },
  schema: z.int('Choose a department').min(0, 'Choose a department').max(INT_MAX, 'Choose a department'),
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
  schema: text(max, `Enter at most ${max} characters`),
})

export const choiceSetting = <T extends string>({
  options,
  ...declared
}: Declared<NoInfer<T>> & { options: Readonly<Record<T, string>> }): Setting<T> => ({
  ...common,
  ...declared,
  input: { kind: 'choice', options },
  schema: z.enum(Object.keys(options) as [T, ...T[]], 'Choose one of the options'),
})

/** The group of every switch. */
export const FEATURES: SettingGroup = {
  key: 'features',
  title: 'Features',
  help: 'Switch off what your community does not use. Nothing is deleted: everything is back when you switch it on again.',
}

type DeclaredSwitch = Pick<FeatureSwitch, 'key' | 'title' | 'help' | 'offMessage' | 'offEffect'>

/** On as shipped. */
export const featureSwitch = ({ offMessage, offEffect, ...declared }: DeclaredSwitch): FeatureSwitch => ({
  ...flagSetting({ ...declared, group: FEATURES, fallback: true }),
  isSwitch: true,
  offMessage,
  offEffect,
})

export const isFeatureSwitch = (setting: Setting): setting is FeatureSwitch => 'isSwitch' in setting
