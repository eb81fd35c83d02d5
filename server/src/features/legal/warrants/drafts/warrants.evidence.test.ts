import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { warrantsOf } from '../../../../testing/test-warrants.ts'

let t: TestPortal
let w: ReturnType<typeof warrantsOf>
beforeAll(async () => {
  t = await startTestPortal()
  w = warrantsOf(t)
})
afterAll(() => t.close())

const item = (text: string) => ({ text, holder: '', heldSince: null, pictureIds: [] })

test('a draft offers the evidence of linked reports to its writer alone, on duty or as legal staff', async () => {
  const officer = await w.officer()
  const clerk = await w.clerk()
  const characterId = await w.character(null)
  const { reportId, number, version } = await w.reports.submitted(
    officer,
    { kind: 'arrest', characterId },
    { evidence: [item('A bag of pills'), item('A knife')] },
  )
  const draft = await w.draft(clerk, { characterId }, { reportIds: [reportId] })
  const path = `/api/warrants/drafts/${draft.draftId}/evidence`
  expect((await clerk.http.get(path)).json()).toEqual([
    { reportId, item: 0, number, text: 'A bag of pills' },
    { reportId, item: 1, number, text: 'A knife' },
  ])
  expect((await officer.http.get(path)).statusCode).toBe(404)

  await (await w.reports.supervisor()).http.post(`/api/reports/${reportId}/void`, { reason: 'Wrong', version })
  expect((await clerk.http.get(path)).json(), 'a report that was voided since offers none').toEqual([])
})
