import { DEPARTMENT, UNIT_TYPE } from '@tenfour/contract'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../demo/src/accounts.ts'
import { apiOf, createSession, type PortalAccess } from '../support/api.ts'
import type { Sessions } from './sessions.ts'

/** Signs all accounts of the demo in, and two of them on duty: the same ones whichever pictures are drawn. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export
export default async function setUp(): Promise<void> {
  const url = process.env.PICTURES_URL ?? ''
  const { apiKey } = (await (await fetch(`${url}/portal-config.json`)).json()) as PortalAccess
  const portal = { url, apiKey }
  const tokens: Record<string, string> = {}
  for (const { emailAddress } of DEMO_ACCOUNTS) {
    const [who = ''] = emailAddress.split('@')
    tokens[who] = await createSession(portal, { email: emailAddress, password: DEMO_PASSWORD })
  }
  const goOnDuty = (who: string, departmentId: number, identifier: string, type: number) =>
    apiOf(portal, tokens[who] ?? '')('POST', '/api/patrol/unit/save', { serverId: 1, departmentId, identifier, type })
  await goOnDuty('officer', DEPARTMENT.LSPD, '2L19', UNIT_TYPE.Patrol)
  await goOnDuty('dispatcher', DEPARTMENT.COMM, 'D-9', UNIT_TYPE.Dispatcher)
  // The tests run in processes of their own.
  process.env.PICTURES_SESSIONS = JSON.stringify({ portal, tokens } satisfies Sessions)
}
