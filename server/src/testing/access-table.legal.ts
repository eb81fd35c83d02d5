import { admins, withCad, type Caller, type Case } from './access-callers.ts'

const signers: readonly Caller[] = ['legalSupervisor', ...admins]
const legal: readonly Caller[] = ['legal', ...signers]
const police: readonly Caller[] = ['officerOnDuty', 'supervisorOnDuty']
const lookupUnits: readonly Caller[] = [...police, 'callTakerOnDuty', 'dispatcherOnDuty']
const writers: readonly Caller[] = [...legal, ...withCad]
const version = { version: 1 }
const reason = { reason: 'New', version: 1 }

export const LEGAL: Partial<Record<string, readonly Case[]>> = {
  listWarrantDrafts: [{ path: '/api/warrants/drafts', who: writers }],
  startWarrant: [{ path: '/api/warrants/drafts', who: [...legal, ...police], body: { type: 'arrest', characterId: 999_999 } }],
  changeWarrant: [{ path: '/api/warrants/999999/draft', who: writers }],
  getWarrantDraft: [{ path: '/api/warrants/drafts/999999', who: writers }],
  listDraftEvidence: [{ path: '/api/warrants/drafts/999999/evidence', who: writers }],
  saveWarrantDraft: [{ path: '/api/warrants/drafts/999999', who: writers, body: { content: { type: 'arrest' }, version: 1 } }],
  discardWarrantDraft: [{ path: '/api/warrants/drafts/999999?version=1', who: writers }],
  submitWarrant: [{ path: '/api/warrants/drafts/999999/submit', who: writers, body: version }],
  takeWarrant: [{ path: '/api/warrants/999999/take', who: legal, body: version }],
  passWarrant: [{ path: '/api/warrants/999999/pass', who: legal, body: version }],
  returnWarrant: [{ path: '/api/warrants/999999/return', who: legal, body: reason }],
  takeBackWarrant: [{ path: '/api/warrants/999999/take-back', who: writers, body: version }],
  signWarrant: [{ path: '/api/warrants/999999/sign', who: signers, body: { bail: null, isConfidential: false, version: 1 } }],
  denyWarrant: [{ path: '/api/warrants/999999/deny', who: signers, body: reason }],
  recallWarrant: [{ path: '/api/warrants/999999/recall', who: signers, body: reason }],
  serveWarrant: [
    {
      path: '/api/warrants/999999/serve',
      who: police,
      body: { servedAt: '2026-01-01T00:00:00Z', location: 'New', text: 'New', version: 1 },
    },
  ],
  listWarrantServers: [{ path: '/api/warrants/servers', who: signers }],
  listWarrants: [{ path: '/api/warrants', who: legal }],
  countWarrants: [{ path: '/api/warrants/counts', who: legal }],
  listOwnWarrants: [{ path: '/api/warrants/own', who: writers }],
  listActiveWarrants: [{ path: '/api/warrants/active', who: lookupUnits }],
  getWarrant: [{ path: '/api/warrants/999999', who: writers }],
  getWarrantReport: [{ path: '/api/warrants/999999/reports/999999', who: legal }],
  searchForWarrant: [
    { path: '/api/warrants/lookups/search?kind=person&q=new&warrantId=999999', who: legal },
    { path: '/api/warrants/lookups/search?kind=vehicle&q=new&draftId=999999', who: legal },
  ],
  lookUpForWarrant: [
    { path: '/api/warrants/lookups', who: legal, body: { target: { by: 'character', characterId: 1 }, draftId: 999_999 } },
  ],
  listWarrantLookups: [{ path: '/api/warrants/lookups', who: signers }],
  getHistoryEnd: [{ path: '/api/warrants/history/end', who: admins }],
  compareHistoryEnd: [{ path: `/api/warrants/history/compare?entries=1&seal=${'a'.repeat(64)}`, who: admins }],
  checkWarrantHistory: [{ path: '/api/warrants/history/check', who: admins }],
}
