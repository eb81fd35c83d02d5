import { expect, type Page } from '@playwright/test'
import type { CallApi } from '../support/api.ts'
import { command, panel } from '../support/dispatch.ts'

type Warrants = { readonly items: readonly { readonly warrantId: number; readonly number: string }[] }

/** Ids of warrants are random, their numbers are not. */
export async function pathOfWarrant(api: CallApi): Promise<string> {
  const { items } = await api<Warrants>('GET', '/api/warrants?tab=active')
  const [first] = items.toSorted((one, other) => (one.number < other.number ? -1 : 1))
  return `/warrants/${first?.warrantId ?? 0}`
}

/** The panic button of the opening. */
export const acknowledge = (page: Page): Promise<void> =>
  page.getByRole('region', { name: 'Alerts' }).getByRole('button', { name: 'Acknowledge' }).click()

/** Looks up the person whom a warrant names. */
export async function lookUp(page: Page): Promise<void> {
  await command(page, 'p Dexter Marlowe')
  await expect(panel(page, 'record').getByText(/^Active arrest warrant/)).toBeVisible()
}
