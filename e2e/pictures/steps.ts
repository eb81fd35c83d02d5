import type { Page } from '@playwright/test'
import type { CallApi } from '../support/api.ts'

type Warrants = { readonly items: readonly { readonly warrantId: number; readonly number: string }[] }

/** Ids of warrants are random, their numbers are not. */
export async function pathOfWarrant(api: CallApi): Promise<string> {
  const { items } = await api<Warrants>('GET', '/api/warrants?tab=active')
  const [first] = items.toSorted((one, other) => (one.number < other.number ? -1 : 1))
  return `/warrants/${first?.warrantId ?? 0}`
}

/** The panic button of the opening. */
export const acknowledge = (page: Page): Promise<void> =>
  page.getByRole('region', { name: 'Alarms' }).getByRole('button', { name: 'Acknowledge' }).click()
