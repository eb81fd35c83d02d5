import type { Import, ImportProblem, PageOf } from '@tenfour/contract'
import { expect } from 'vitest'
import { until, WEB_KEY, type TestPortal } from './test-portal.ts'

type Kind = Import['kind']
export type ImportsOf = Awaited<ReturnType<typeof importsOf>>

/** Uploads files as an admin, and waits until their imports rest. */
export async function importsOf(t: TestPortal) {
  const admin = await t.as('admin')
  const { token: adminToken, userId: adminId } = await t.person('admin')

  const send = (kind: Kind, content: string | Buffer, format = 'csv', token = adminToken) =>
    t
      .http(token, WEB_KEY, { headers: { 'content-type': format === 'csv' ? 'text/csv' : 'application/json' } })
      .post(`/api/imports?kind=${kind}&format=${format}&fileName=file.${format}`, content)
  const get = async (importId: number) => (await admin.get(`/api/imports/${importId}`)).json<Import>()
  const settled = async (importId: number): Promise<Import> => {
    await until('the import rests', async () => !['checking', 'writing'].includes((await get(importId)).state), 40_000)
    return get(importId)
  }
  const problemsOf = async ({ importId }: Import, query = 'pageSize=100') =>
    (await admin.get(`/api/imports/${importId}/problems?${query}`)).json<PageOf<ImportProblem>>()

  return {
    send,
    get,
    settled,
    problemsOf,
    check: async (kind: Kind, content: string | Buffer, format = 'csv') => {
      const response = await send(kind, content, format)
      expect(response.statusCode, response.body).toBe(200)
      return settled(response.json<Import>().importId)
    },
    start: async ({ importId }: Import) => {
      const response = await admin.post(`/api/imports/${importId}/start`)
      expect(response.statusCode, response.body).toBe(200)
      return settled(importId)
    },
    lines: async (of: Import) => (await problemsOf(of)).items.map(({ row, field, message }) => `${row} ${field}: ${message}`),
    characters: (like: string) =>
      t.db.selectFrom('characters').selectAll().where('name', 'like', like).where('removed_at', 'is', null).orderBy('id').execute(),
    /** Moves it on without the portal's own job, so that a test can run it as it likes. */
    startByHand: async ({ importId }: Import) => {
      await t.db.updateTable('imports').set({ state: 'writing', started_by: adminId }).where('id', '=', importId).execute()
    },
    people: (count: number, prefix: string) =>
      ['externalId,name,bornOn', ...Array.from({ length: count }, (_, at) => `${prefix}-${at},${prefix} Number${at},1990-01-31`)].join(
        '\n',
      ),
    /** Ends all imports, so that the next test begins without any. */
    end: async () => {
      for (const { importId, state } of (await admin.get('/api/imports')).json<PageOf<Import>>().items) {
        if (state === 'checking' || state === 'writing') await admin.post(`/api/imports/${importId}/cancel`)
        if (state === 'ready') await admin.delete(`/api/imports/${importId}/file`)
      }
    },
  }
}
