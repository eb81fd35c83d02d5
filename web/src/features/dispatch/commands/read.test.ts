import { UNIT_STATUS } from '@tenfour/contract'
import { describe, expect, test } from 'vitest'
import { usageOf } from '../../../panels/commands/command.ts'
import { buildCall, buildUnit } from '../board/testing/build-board.ts'
import { findCommand, isUnknown, read } from './read.ts'
import { asOfficer, buildContext, UNITS } from './testing/build-context.ts'

const dispatcher = buildContext()
const { commands: COMMANDS } = dispatcher
const officer = asOfficer()
const intentOf = (line: string, context = dispatcher) => {
  const reading = read(line, context)
  return reading.kind === 'ready' ? reading.intent : reading
}
const wordsOf = (line: string, context = dispatcher) => {
  const reading = read(line, context)
  switch (reading.kind) {
    case 'ready':
      return reading.words
    case 'incomplete':
      return reading.hint
    case 'wrong':
      return reading.problem
    case 'empty':
      return ''
  }
}

describe('every command', () => {
  test.each(COMMANDS.flatMap(({ examples }) => [...examples]))('understands its example: %s', (example) => {
    const reading = read(example, dispatcher)
    expect(reading.kind).not.toBe('incomplete')
    expect(reading).not.toMatchObject({ kind: 'wrong', isUnderstood: false })
  })

  test('has words of its own', () => {
    const words = COMMANDS.flatMap(({ word, long }) => [...new Set([word, long])])
    expect(new Set(words).size).toBe(words.length)
  })

  test('says how it is written', () => {
    expect(COMMANDS.map(usageOf)).toEqual([
      's [unit] <status>',
      'd [units] [call]',
      'r [units]',
      'n [type] [location] [narrative]',
      'c [call] [clear] [disposition]',
      'map [call]',
      'l [call] <text>',
      'm <call> <call>',
      't <call> <class or dispatcher>',
      'prim <call> [unit]',
      'ping <unit> [message]',
      'tone <class> [message]',
      'ch [unit] <channel>',
      'b [unit] <beat>',
      'panic',
      'p <name or phone>',
      'v <plate or VIN>',
      'w <serial>',
      'pc <code or words>',
      'bolo [plate or name]',
      'warn [name or plate]',
      'cite [name or plate]',
      'arrest [name or plate]',
      'incident [name or plate]',
      'write [name or plate]',
      'warrant [type]',
      'warrants',
      'serve <number>',
      'help',
    ])
  })
})

test('a line is unknown by its first word alone, whatever else is wrong with it', () => {
  const known = (line: string) => !isUnknown(line, dispatcher)
  expect(COMMANDS.flatMap(({ word }) => [`${word} 9999`, word, `  ${word}`]).filter((line) => !known(line))).toEqual([])
  expect(known('')).toBe(true)
  expect(['frobnicate 9999', 'frobnicate'].map(known)).toEqual([false, false])
})

test('a line is unknown while its first word could be several commands, because it may be a whole one that is still being fetched', () => {
  const withoutLookups = { ...dispatcher, commands: COMMANDS.filter(({ word }) => word !== 'p') }
  expect(findCommand('p', withoutLookups).kind).toBe('several')
  expect([isUnknown('p Dexter Marlowe', withoutLookups), isUnknown('p Dexter Marlowe', dispatcher)]).toEqual([true, false])
})

describe('status', () => {
  test.each([
    ['s 4L12 es', UNIT_STATUS.onScene],
    ['s 4L12 os', UNIT_STATUS.onScene],
    ['s 4l12 on scene', UNIT_STATUS.onScene],
    ['S 4L12 IS', UNIT_STATUS.inService],
    ['status 4L12 avail', UNIT_STATUS.inService],
    ['s 4L12 b', UNIT_STATUS.busy],
    ['st 4L12 en', UNIT_STATUS.enRoute],
    ['s 4L12 custody', UNIT_STATUS.subjectInCustody],
    ['s 4L12 out', UNIT_STATUS.outOfService],
    ['s 4L12 off duty', UNIT_STATUS.offDuty],
  ])('%s', (line, status) => {
    expect(intentOf(line)).toEqual({ kind: 'status', userId: 12, status })
  })

  test('is one’s own where no unit is named, or “me”', () => {
    expect(intentOf('s er')).toEqual({ kind: 'status', userId: 3, status: UNIT_STATUS.enRoute })
    expect(intentOf('s me er', officer)).toEqual({ kind: 'status', userId: 12, status: UNIT_STATUS.enRoute })
    expect(wordsOf('s me er', asOfficer(buildUnit(99)))).toContain('No unit on duty')
    expect(wordsOf('s me er', buildContext({ own: undefined }))).toBe('You are not on duty, so “me” is no unit')
  })

  test('says what is missing, ambiguous or unknown', () => {
    expect(wordsOf('s')).toBe('Then a unit or a status')
    expect(wordsOf('s 4L12')).toBe('Then a status')
    expect(wordsOf('s 4L12 o')).toBe('“o” could be on scene, out of service or off duty')
    expect(wordsOf('s 4L12 zz')).toBe('There is no status “zz”')
    expect(wordsOf('s 4L os')).toBe('“4L” could be 4L12 or 4L20')
    expect(wordsOf('s 9X os')).toBe('No unit on duty is called “9X”')
  })

  test('of another unit is for dispatchers', () => {
    expect(wordsOf('s 4L20 os', officer)).toBe('Only dispatchers and staff can set the status of another unit')
    expect(wordsOf('s os', officer)).toBe('Set 4L12 on scene')
  })
})

describe('units', () => {
  test('are found without regard to case, hyphens and blanks, and by name', () => {
    expect(intentOf('r 4l12')).toEqual({ kind: 'release', userIds: [12] })
    expect(intentOf('ping d4 Lunch')).toEqual({ kind: 'ping', userId: 4, message: 'Lunch' })
    expect(intentOf('ping engine51')).toEqual({ kind: 'ping', userId: 51, message: '' })
    expect(intentOf('ping "Engine 51" now')).toEqual({ kind: 'ping', userId: 51, message: 'now' })
    expect(intentOf('ping whit hello')).toEqual({ kind: 'ping', userId: 20, message: 'hello' })
  })

  test('“.” is the unit on the open call, and nobody else where there is none', () => {
    expect(intentOf('s . 4', buildContext({ openCallId: 1042 }))).toEqual({ kind: 'status', userId: 12, status: UNIT_STATUS.onScene })
    expect(wordsOf('s . 4')).toBe('No unit is on call 1044')
    expect(wordsOf('s . 4', buildContext({ openCallId: null }))).toBe('No call is open: give a call sign')
  })

  test('of the same call sign are told apart by whose they are', () => {
    const context = buildContext({ units: [...Object.values(UNITS), buildUnit(99, { identifier: '4L12', name: 'P. Novak' })] })
    expect(wordsOf('ping 4L12', context)).toBe('“4L12” could be 4L12/Delgado or 4L12/Novak')
    expect(intentOf('ping 4L12/Novak', context)).toEqual({ kind: 'ping', userId: 99, message: '' })
    expect(intentOf('ping 4l12/d', context)).toEqual({ kind: 'ping', userId: 12, message: '' })
  })
})

describe('the words for a command that was done', () => {
  const doneOf = (line: string) => {
    const reading = read(line, buildContext())
    return reading.kind === 'ready' ? (typeof reading.done === 'string' ? reading.done : reading.done(1060)) : undefined
  }

  test.each([
    ['n robbery "Forum Dr"', 'Call 1060 created'],
    ['d 4L20 1042', '4L20 sent to call 1042'],
    ['s 4L12 os', '4L12 set to on scene'],
    ['l 1042 Suspect fled', 'Added to the log of call 1042'],
    ['m 1044 1042', 'Call 1044 merged into 1042'],
    ['c 1042 clear', 'Call 1042 cleared'],
    ['c 1042', ''],
  ])('%s: %s', (line, done) => expect(doneOf(line)).toBe(done))
})

describe('dispatch', () => {
  test('sends one or several', () => {
    expect(intentOf('d 4L20 1042')).toEqual({ kind: 'assign', userIds: [20], callId: 1042 })
    expect(wordsOf('d 4L20 1042')).toBe('Send 4L20 to call 1042, Robbery in progress')
    expect(intentOf('d 4L20 3L 4l20 #1045')).toEqual({ kind: 'assign', userIds: [20, 7], callId: 1045 })
    expect(wordsOf('d 4L20 3L 1045')).toBe('Send 4L20 and 3L07 to call 1045, Shots heard')
    expect(intentOf('d 4L20 .')).toEqual({ kind: 'assign', userIds: [20], callId: 1044 })
  })

  test('says what is missing or wrong', () => {
    const nothingOpen = buildContext({ openCallId: null })
    expect(wordsOf('d', nothingOpen)).toBe('Then a unit or a call number')
    expect(wordsOf('d 4L20', nothingOpen)).toBe('Then a call number')
    expect(wordsOf('d 4L20 3L07', nothingOpen)).toBe('Then a call number')
    expect(wordsOf('d 4L20 77')).toBe('Call 77 is not on the board')
    expect(wordsOf('d 4L20 .', buildContext({ openCallId: null }))).toBe('No call is open: give its number')
    expect(wordsOf('d 4L12 1042')).toBe('4L12 is already on call 1042')
  })

  test('without a number sends to the open call', () => {
    expect(intentOf('d 4L20')).toEqual({ kind: 'assign', userIds: [20], callId: 1044 })
    expect(wordsOf('d 4L20 3L07')).toBe('Send 4L20 and 3L07 to call 1044, Collision, injuries')
  })

  test('without a unit a dispatcher sends the recommended one, and sees which and why', () => {
    expect(intentOf('d')).toEqual({ kind: 'assign', userIds: [7], callId: 1044 })
    expect(wordsOf('d 1045')).toBe('Send 3L07 to call 1045, Shots heard (in service · police)')
    expect(wordsOf('d', buildContext({ units: [UNITS.okafor] }))).toBe('No unit that fits call 1044 is free')
  })

  test('without a unit an officer goes there', () => {
    expect(intentOf('d 1045', officer)).toEqual({ kind: 'assign', userIds: [12], callId: 1045 })
    expect(wordsOf('d 4L20 1045', officer)).toBe('Only dispatchers and staff can send another unit')
  })

  test('releases', () => {
    expect(wordsOf('r 4L12')).toBe('Take 4L12 off call 1042')
    expect(wordsOf('r', officer)).toBe('Take 4L12 off call 1042')
    expect(wordsOf('r 4L20')).toBe('4L20 is not on a call')
    expect(wordsOf('r')).toBe('Then a unit')
  })
})

describe('calls', () => {
  test('are made with type, place and narrative', () => {
    expect(intentOf('n traffic "Great Ocean Hwy"')).toEqual({
      kind: 'create',
      callTypeId: 1,
      location: 'Great Ocean Hwy',
      narrative: '',
      unitIds: [],
    })
    expect(intentOf('n sho "Forum Dr" Three shots, a "dark" sedan')).toMatchObject({
      callTypeId: 3,
      location: 'Forum Dr',
      narrative: 'Three shots, a "dark" sedan',
    })
    expect(intentOf('n traf Great Ocean Hwy')).toMatchObject({ callTypeId: 1, location: 'Great Ocean Hwy', narrative: '' })
    expect(intentOf('n traf “Great Ocean Hwy” stopped')).toMatchObject({ location: 'Great Ocean Hwy', narrative: 'stopped' })
    expect(intentOf('n traf "Great Oc')).toMatchObject({ location: 'Great Oc' })
  })

  test('open the form where the place is missing', () => {
    expect(intentOf('n')).toEqual({ kind: 'form', callTypeId: undefined })
    expect(intentOf('n rob')).toEqual({ kind: 'form', callTypeId: 6 })
    expect(wordsOf('n fire')).toBe('“fire” could be structfire or vehfire')
    expect(wordsOf('n picnic "Here"')).toBe('There is no type of call “picnic”')
  })

  test('that an officer comes upon are theirs, unless they are on another', () => {
    expect(intentOf('n traffic "Route 1"', asOfficer(UNITS.brandt))).toMatchObject({ unitIds: [7] })
    expect(wordsOf('n traffic "Route 1"', asOfficer(UNITS.brandt))).toBe('Create call: Traffic stop, Route 1, priority 2, with you on it')
    expect(intentOf('n traffic "Route 1"', officer)).toMatchObject({ unitIds: [] })
  })

  test('are opened and cleared', () => {
    expect(intentOf('c 1042')).toEqual({ kind: 'open', callId: 1042 })
    expect(wordsOf('c 900')).toBe('Open call 900, which is not on the board')
    expect(intentOf('c', officer)).toEqual({ kind: 'open', callId: 1042 })
    expect(intentOf('c 1042 clear')).toEqual({ kind: 'clear', callId: 1042, disposition: undefined })
    expect(intentOf('c 1042 cl Report taken')).toEqual({ kind: 'clear', callId: 1042, disposition: 'Report taken' })
    expect(intentOf('c c')).toEqual({ kind: 'clear', callId: 1044, disposition: undefined })
    expect(intentOf('c clear', officer)).toEqual({ kind: 'clear', callId: 1042, disposition: undefined })
    expect(wordsOf('c 1045 clear', officer)).toBe('Only dispatchers, staff and the units on a call can clear it')
    expect(wordsOf('c 900 clear')).toBe('Call 900 is not on the board')
    expect(wordsOf('c 1042 closed')).toBe('After the call only “clear” makes sense, not “closed”')
  })

  test('have a log, one’s own call without its number', () => {
    expect(intentOf('l 1042 Clerk says "one" suspect')).toEqual({ kind: 'log', callId: 1042, message: 'Clerk says "one" suspect' })
    expect(intentOf('l Suspect fled', officer)).toEqual({ kind: 'log', callId: 1042, message: 'Suspect fled' })
    expect(intentOf('l Suspect fled')).toEqual({ kind: 'log', callId: 1044, message: 'Suspect fled' })
    expect(wordsOf('l 999 text', officer)).toBe('Call 999 is not on the board')
    expect(wordsOf('l 1042')).toBe('Then what to write')
  })

  test('are shown on the map where their place is known', () => {
    expect(wordsOf('map 1044')).toBe('Call 1044 has no map position')
    const placed = buildContext({ calls: new Map([[1044, buildCall(1044, { x: 12, y: -3 })]]) })
    expect(intentOf('map .', placed)).toEqual({ kind: 'map', callId: 1044, x: 12, y: -3 })
  })
  test('are merged and transferred, by dispatchers', () => {
    expect(intentOf('m 1044 1042')).toEqual({ kind: 'merge', callId: 1044, into: 1042 })
    expect(wordsOf('m 1044 1044')).toBe('A call can’t be merged into itself')
    expect(wordsOf('m', officer)).toBe('Only dispatchers and staff can merge calls')
    expect(intentOf('t 1042 fire')).toEqual({ kind: 'transfer', callId: 1042, to: { classes: [3] } })
    expect(intentOf('t 1042 both')).toEqual({ kind: 'transfer', callId: 1042, to: { classes: [1, 3] } })
    expect(intentOf('t 1042 D-4')).toEqual({ kind: 'transfer', callId: 1042, to: { handlerUserId: 4 } })
    expect(wordsOf('t 1042 4L20')).toBe('“4L20” is neither police, fire, comms nor a dispatcher on duty')
  })

  test('are led by a unit that is on them', () => {
    expect(intentOf('prim 1042 4L12')).toEqual({ kind: 'primary', callId: 1042, userId: 12 })
    expect(intentOf('prim 1042', officer)).toEqual({ kind: 'primary', callId: 1042, userId: 12 })
    expect(wordsOf('prim 1042 4L20')).toBe('4L20 is not on call 1042')
  })
})

describe('the rest', () => {
  test('channels: known ones by their beginning, others as they are typed', () => {
    expect(intentOf('ch 4L12 TAC 2')).toEqual({ kind: 'channel', userId: 12, channel: 'TAC 2' })
    expect(intentOf('ch 4L12 tac2')).toEqual({ kind: 'channel', userId: 12, channel: 'TAC 2' })
    expect(intentOf('ch med')).toEqual({ kind: 'channel', userId: 3, channel: 'MED' })
    expect(wordsOf('ch me')).toBe('Then a channel')
    expect(intentOf('ch 4L12 Ops 9')).toEqual({ kind: 'channel', userId: 12, channel: 'Ops 9' })
    expect(wordsOf('ch 9Z TAC 2')).toBe('No unit on duty is called “9Z”')
    expect(wordsOf('ch 4L12 tac')).toBe('“tac” could be TAC 1, TAC 2, TAC 3 or TAC 4')
  })

  test('beats', () => {
    expect(intentOf('b 4L12 vine')).toEqual({ kind: 'beat', userId: 12, beatId: 5 })
    expect(intentOf('b great ocean', officer)).toEqual({ kind: 'beat', userId: 12, beatId: 9 })
    expect(intentOf('b none')).toEqual({ kind: 'beat', userId: 3, beatId: null })
    expect(wordsOf('b 4L12 moon')).toBe('There is no beat “moon”')
  })

  test('tones and panic', () => {
    expect(intentOf('tone police Code 3')).toEqual({ kind: 'tone', classes: [1], message: 'Code 3' })
    expect(intentOf('tone all')).toEqual({ kind: 'tone', classes: [1, 2, 3], message: '' })
    expect(wordsOf('tone police x', officer)).toBe('Only dispatchers and staff can sound a tone')
    expect(intentOf('panic', officer)).toEqual({ kind: 'panic', userId: 12 })
    expect(wordsOf('panic', asOfficer(buildUnit(1, { unitClass: 0 })))).toBe('Only a unit on duty has a panic button')
  })

  test('help', () => {
    for (const line of ['help', '?', 'h', ' help ']) expect(intentOf(line)).toEqual({ kind: 'help' })
  })

  test('a number alone opens that call, a call sign alone selects the unit', () => {
    expect(intentOf('1042')).toEqual({ kind: 'open', callId: 1042 })
    expect(wordsOf('77')).toBe('Open call 77, which is not on the board')
    expect(intentOf('4L12')).toEqual({ kind: 'select', userId: 12 })
    expect(intentOf('3l')).toEqual({ kind: 'select', userId: 7 })
    expect(intentOf('d-3')).toEqual({ kind: 'select', userId: 3 })
  })

  test('a line with unknown or ambiguous words says so', () => {
    expect(read('   ', dispatcher)).toEqual({ kind: 'empty' })
    expect(wordsOf('pe')).toBe('“pe” could be p or pc')
    expect(wordsOf('10-5')).toBe('“10-5” could be 10-50, 10-50 PI, 10-52, 10-54 or 10-57')
    expect(wordsOf('10-77')).toBe('There is no code “10-77”. Type help to see them all')
    expect(wordsOf('10 77 now')).toBe('There is no code “10 77”. Type help to see them all')
    expect(wordsOf('foo bar')).toBe('There is no command “foo”. Type help to see them all')
    expect(wordsOf('panic now', officer)).toBe('“now” is not expected here')
  })
})

describe('radio codes', () => {
  const onScene = { kind: 'status', userId: 12, status: UNIT_STATUS.onScene }

  test.each(['10-23', '10 23', '10-97', 's 10-23', 's 10 23', 's me 10-23', '4L12 10-23', '10-23 4L12'])('%s is a status', (line) =>
    expect(intentOf(line, officer)).toEqual(onScene),
  )

  test('a unit is named before or after its status', () => {
    expect(intentOf('s 4L12 10-23')).toEqual(onScene)
    expect(wordsOf('4L20 10-8')).toBe('Set 4L20 in service')
    expect(wordsOf('10-8 4L20', officer)).toBe('Only dispatchers and staff can set the status of another unit')
    expect(wordsOf('4L20 10-77')).toBe('There is no status “10-77”')
    expect(wordsOf('s 4L12 10-50')).toBe('There is no status “10-50”')
    expect(wordsOf('10-8', buildContext({ own: undefined }))).toBe('You are not on duty: write a unit before “10-8”')
  })

  test('a number without a hyphen or a blank is the number of a call', () => {
    expect(intentOf('108')).toEqual({ kind: 'open', callId: 108 })
    expect(intentOf('m 1042 1044')).toEqual({ kind: 'merge', callId: 1042, into: 1044 })
    expect(intentOf('l 10-50 at the bank')).toEqual({ kind: 'log', callId: 1044, message: '10-50 at the bank' })
  })

  test.each(['n 10-50 "Great Ocean Hwy"', 'n 10 50 "Great Ocean Hwy"', '10-50 "Great Ocean Hwy"', '10 50 Great Ocean Hwy'])(
    '%s is a call of that type',
    (line) => expect(intentOf(line)).toMatchObject({ kind: 'create', callTypeId: 2, location: 'Great Ocean Hwy' }),
  )

  test('a type of call that the community does not have is named', () => {
    expect(wordsOf('10-90')).toBe('No type of call here stands for “10-90”')
    expect(wordsOf('n 10-90 "Here"')).toBe('There is no type of call “10-90”')
    expect(intentOf('10-50')).toEqual({ kind: 'form', callTypeId: 2 })
  })

  test('code 4 clears one’s own call or the open one, or that of its number', () => {
    const clear = (callId: number, disposition?: string) => ({ kind: 'clear', callId, disposition })
    expect(['code4', 'Code 4', '10-98'].map((line) => intentOf(line, officer))).toEqual([clear(1042), clear(1042), clear(1042)])
    expect(intentOf('code 4 Report taken')).toEqual(clear(1044, 'Report taken'))
    expect(intentOf('code 4 1042 Report taken')).toEqual(clear(1042, 'Report taken'))
    expect(wordsOf('code4', buildContext({ openCallId: null }))).toBe('No call is open: give its number')
  })

  test('other codes are the beginning of a command', () => {
    expect(intentOf('Code 99', officer)).toEqual({ kind: 'panic', userId: 12 })
    expect(intentOf('signal 100')).toEqual({ kind: 'tone', classes: [1, 2, 3], message: 'Emergency traffic only.' })
    expect(intentOf('10-28 46EEK572')).toMatchObject({ kind: 'run' })
    expect(isUnknown('10-28 46EEK572', dispatcher)).toBe(false)
  })
})
