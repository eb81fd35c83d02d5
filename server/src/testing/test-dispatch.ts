import { UNIT_TYPE, type Call, type CallDetail, type PatrolUnit, type UnitType } from '@tenfour/contract'
import { startTestPortal, type Http, type Person, type TestPortal } from './test-portal.ts'

export type Member = Person & { readonly http: Http; readonly identifier: string }
type Duty = {
  readonly department?: string
  readonly rank?: string
  readonly serverId?: number
  readonly type?: UnitType
  readonly name?: string
  /** Departments they belong to without being on duty for them. */
  readonly also?: readonly { readonly name: string; readonly rank?: string }[]
}

const DEPARTMENTS: Readonly<Record<string, number>> = { LSPD: 2, BCSO: 3, SAHP: 4, COMM: 5, FIRE: 6, CIV: 7 }

export type Dispatch = ReturnType<typeof dispatchOf>

/** A separate portal with a dispatcher, Dana, and an officer on duty. */
export async function startDispatch() {
  const t = await startTestPortal()
  const d = dispatchOf(t)
  return { t, d, dispatcher: await d.onDuty({ department: 'COMM', name: 'Dana' }), officer: await d.onDuty() }
}

/** Puts members on duty and creates calls, over the API. */
export function dispatchOf(t: TestPortal) {
  let counter = 0
  const save = (member: Pick<Member, 'http'>, body: object) => member.http.post('/api/patrol/unit/save', body)
  const onDuty = async ({ department = 'LSPD', rank, serverId = 1, type, name, also = [] }: Duty = {}): Promise<Member> => {
    counter += 1
    const identifier = `${department === 'COMM' ? 'D' : '4L'}${counter}`
    const main = { name: department, ...(rank === undefined ? {} : { rank }), isPrimary: true }
    const departments = [main, ...also.map((each) => ({ ...each, isPrimary: false }))]
    const person = await t.addPerson({ name: name ?? `Member ${counter}`, departments })
    const member = { ...person, http: t.http(person.token), identifier }
    const unitType = type ?? (department === 'COMM' ? UNIT_TYPE.Dispatcher : UNIT_TYPE.Patrol)
    const response = await save(member, { serverId, departmentId: DEPARTMENTS[department], identifier, type: unitType })
    if (response.statusCode !== 200) throw new Error(response.body)
    return member
  }
  return {
    onDuty,
    save,
    call: async (by: Pick<Member, 'http'>, over: object = {}): Promise<Call> => {
      const response = await by.http.post('/api/cad/call', { serverId: 1, callTypeId: 23, location: 'Legion Square', ...over })
      if (response.statusCode !== 200) throw new Error(response.body)
      return response.json<Call>()
    },
    status: (by: Pick<Member, 'http'>, unit: Pick<Person, 'userId'>, status: number) =>
      by.http.get(`/api/patrol/unit/status/${unit.userId}/${status}`),
    assign: (by: Pick<Member, 'http'>, unit: Pick<Person, 'userId'>, callId: number, from?: number) =>
      by.http.get(`/api/patrol/unit/call/${unit.userId}/${callId}${from === undefined ? '' : `?from=${from}`}`),
    clear: (by: Pick<Member, 'http'>, callId: number, disposition?: string) =>
      by.http.get(`/api/cad/call/${callId}/clear${disposition ? `?disposition=${encodeURIComponent(disposition)}` : ''}`),
    changeUnits: (by: Pick<Member, 'http'>, callId: number, change: object) => by.http.post(`/api/cad/call/${callId}/units`, change),
    merge: (by: Pick<Member, 'http'>, callId: number, into: number) => by.http.post(`/api/cad/call/${callId}/merge`, { into }),
    transfer: (by: Pick<Member, 'http'>, callId: number, to: object) => by.http.post(`/api/cad/call/${callId}/transfer`, to),
    panic: (by: Member, place: object = {}) => by.http.post(`/api/patrol/unit/${by.userId}/panic`, place),
    standDown: (by: Member) => by.http.post(`/api/patrol/unit/${by.userId}/panic/stand-down`),
    acknowledge: (by: Pick<Member, 'http'>, callId: number) => by.http.post(`/api/cad/call/${callId}/acknowledge`),
    unit: async (by: Pick<Member, 'http'>, unit: Pick<Person, 'userId'>): Promise<PatrolUnit> =>
      (await by.http.get(`/api/patrol/unit/${unit.userId}`)).json<PatrolUnit>(),
    detail: async (by: Pick<Member, 'http'>, callId: number): Promise<CallDetail> =>
      (await by.http.get(`/api/cad/call/${callId}`)).json<CallDetail>(),
    texts: async (by: Pick<Member, 'http'>, callId: number): Promise<string[]> =>
      (await by.http.get(`/api/cad/call/${callId}`)).json<{ log: { text: string }[] }>().log.map(({ text }) => text),
  }
}
