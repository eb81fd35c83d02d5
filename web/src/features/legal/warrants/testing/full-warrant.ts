import type { Warrant } from '@tenfour/contract'
import { EMPTY_WARRANT } from '../drafts/warrant-content.ts'
import { warrantOf } from './warrant.ts'

export const MAY_NOTHING: Warrant['may'] = {
  change: false,
  takeBack: false,
  take: false,
  pass: false,
  return: false,
  sign: false,
  deny: false,
  recall: false,
  serve: false,
}

/** As it is read by one who may do nothing with it, with what a test says about it. */
export const fullWarrantOf = (warrantId: number, over: Partial<Warrant> = {}): Warrant => ({
  ...warrantOf(warrantId),
  content: EMPTY_WARRANT,
  hasAffidavit: false,
  department: null,
  court: '',
  reason: '',
  closedAt: null,
  return: null,
  servedBy: null,
  history: [],
  chain: null,
  may: MAY_NOTHING,
  ...over,
})
