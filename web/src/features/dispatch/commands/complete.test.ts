import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CommandContext } from '../../../panels/commands/command.ts'
import { buildCall, buildUnit } from '../board/testing/build-board.ts'
import { applied, complete } from './complete.ts'
import { read } from './read.ts'
import { asOfficer, buildContext, UNITS } from './testing/build-context.ts'

const dispatcher = buildContext()
const { commands: COMMANDS } = dispatcher
const officer = asOfficer()
const offered = (line: string, context: CommandContext = dispatcher, caret = line.length) =>
  complete(line, caret, context).suggestions.map(({ label }) => label)
const taken = (line: string, context: CommandContext = dispatcher, index = 0) => {
  const completion = complete(line, line.length, context)
  const suggestion = completion.suggestions[index]
  return suggestion ? applied(line, completion, suggestion).line : line
}

describe('completing', () => {
  test('an empty line offers the commands one may use, and no others', () => {
    // Dispatchers write no reports and no warrants.
    const reports = ['warn', 'cite', 'arrest', 'incident', 'write', 'warrant', 'serve']
    expect(offered('')).toEqual(COMMANDS.map(({ word }) => word).filter((word) => !reports.includes(word)))
    expect(offered('', officer)).toEqual(expect.arrayContaining(reports))
    expect(offered('', officer)).not.toContain('merge')
    expect(offered('', officer)).toEqual(expect.arrayContaining(['s', 'd', 'c', 'panic', 'help']))
    for (const word of ['m', 't', 'ping', 'tone']) expect(offered('', officer)).not.toContain(word)
  })

  test('the first word offers commands, units and calls that begin so', () => {
    expect(offered('p')).toEqual(['p', 'prim', 'ping', 'panic', 'pc'])
    expect(offered('4')).toEqual(['4L12', '4L20'])
    expect(offered('104')).toEqual(['1042', '1044', '1045'])
    expect(offered('?')).toEqual(['help'])
    expect(offered('zzz')).toEqual([])
  })

  test('units to send say how far they are from the call that is open, where that is known', () => {
    const places = new Map([[20, { x: 1200, y: 0 }]])
    const context = buildContext({ places, calls: new Map([[1044, buildCall(1044, { x: 0, y: 0 })]]) })
    const details = complete('d 4L2', 5, context).suggestions.map(({ detail }) => detail)
    expect(details).toEqual(['S. Whitcombe, in service, 1.2 km from 1044'])
    expect(complete('r 4L2', 5, context).suggestions[0]?.detail).toBe('S. Whitcombe, in service')
    expect(complete('d 4L2', 5, buildContext({ places })).suggestions[0]?.detail).toBe('S. Whitcombe, in service')
  })

  test('each word after it offers what can stand there', () => {
    expect(offered('s 4')).toEqual(['4L12', '4L20'])
    expect(offered('s 4L12 ')).toEqual(['is', 'bz', 'er', 'os', 'cu', 'oo', 'od'])
    expect(offered('s 4L12 on s')).toEqual(['os'])
    expect(offered('d 4L20 ').slice(0, 3)).toEqual(['1042', '1044', '1045'])
    expect(offered('d 4L20 3')).toEqual(['3L07'])
    expect(offered('d 4L20 3L07 1045')).toEqual(['1045'])
    expect(offered('n tr')).toEqual(['traffic', 'crash'])
    expect(offered('n traffic "Gr')).toEqual([])
    expect(offered('c 1042 ')).toEqual(['clear'])
    expect(offered('c 1042 clear rep')).toEqual(['Report taken'])
    expect(offered('c 1042 clear Gone on')).toEqual(['Gone on arrival'])
    expect(offered('t 1042 ')).toEqual(['police', 'fire', 'comms', 'both', 'D-3', 'D-4'])
    expect(offered('ch 4L12 tac ')).toEqual(['TAC 1', 'TAC 2', 'TAC 3', 'TAC 4'])
    expect(offered('b 4L12 ')).toEqual(['City Centre', 'Vinewood', 'Great Ocean Highway', 'none'])
    expect(offered('panic ')).toEqual([])
    expect(offered('foo ')).toEqual([])
  })

  test('codes are offered from their first letters, and stand beside the words they are for', () => {
    expect(offered('10-2', officer)).toEqual(['10-23', '10-27', '10-28', '10-29'])
    expect(offered('10-5')).toEqual(['10-50', '10-57'])
    expect(offered('s 4L12 10-2')).toEqual(['10-23'])
    expect(offered('n 10-5')).toEqual(['10-50', '10-57'])
    expect(offered('code')).toEqual(['Code 4', 'Code 99'])
    expect(complete('s 4L12 os', 9, dispatcher).suggestions[0]?.detail).toBe('on scene, 10-23, 10-97')
    expect(complete('n cra', 5, dispatcher).suggestions[0]?.detail).toBe('Traffic accident, priority 2, 10-50, 10-57')
    expect(complete('10-23', 5, officer).suggestions[0]?.detail).toBe('Set 4L12 on scene')
  })

  test('after a code comes what comes after its command', () => {
    expect(taken('10-5')).toBe('10-50 ')
    expect(offered('10-28 ')).toEqual(offered('v '))
    expect(offered('code4 ')).toEqual([])
  })

  test('an officer is offered only themself where only they can be meant', () => {
    expect(offered('s ', officer)).toEqual(['4L12', 'is', 'bz', 'er', 'os', 'cu', 'oo', 'od'])
    expect(offered('m ', officer)).toEqual([])
  })

  test('takes the place of the word at the caret and leaves the rest alone', () => {
    expect(taken('s 4L2')).toBe('s 4L20 ')
    expect(taken('c 1042 clear rep')).toBe('c 1042 clear Report taken ')
    expect(taken('ping eng')).toBe('ping "Engine 51" ')
    const completion = complete('d 4L2 1042', 5, dispatcher)
    expect(applied('d 4L2 1042', completion, completion.suggestions[0]!)).toEqual({ line: 'd 4L20 1042', caret: 7 })
  })

  test('units of the same call sign are written so that they are told apart', () => {
    const context = buildContext({ units: [...Object.values(UNITS), buildUnit(99, { identifier: '4L12', name: 'P. Novak' })] })
    expect(offered('ping 4l1', context)).toEqual(['4L12/Delgado', '4L12/Novak'])
  })
})

const NOT_UNDERSTOOD = { reading: { kind: 'wrong', isUnderstood: false } }

const contexts: fc.Arbitrary<CommandContext> = fc.constantFrom(
  dispatcher,
  officer,
  asOfficer(UNITS.brandt),
  buildContext({ own: undefined, openCallId: null }),
  buildContext({ units: [], calls: new Map(), callTypes: [], beats: [], own: undefined, mayDispatch: false }),
)
const anyLine = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.constantFrom(...COMMANDS.map(({ word }) => word), '4L12', '4L', 'me', '1042', '"', '“', '.', '#', 'tac', 'clear', 'é', '  '))
    .map((words) => words.join(' ')),
)

describe('whatever is typed', () => {
  test('nothing throws, and everything has an answer in words', () => {
    fc.assert(
      fc.property(anyLine, fc.nat(60), contexts, (line, caret, context) => {
        const reading = read(line, context)
        const message = reading.kind === 'wrong' ? reading.problem : reading.kind === 'ready' ? reading.words : reading.kind
        expect(message).not.toBe('')
        for (const { insert, label } of complete(line, Math.min(caret, line.length), context).suggestions) {
          expect(insert).not.toBe('')
          expect(label).not.toBe('')
        }
      }),
    )
  })

  test('a line completed word by word is always understood', () => {
    fc.assert(
      fc.property(contexts, fc.array(fc.nat(200), { maxLength: 6 }), (context, choices) => {
        let line = ''
        for (const choice of choices) {
          const completion = complete(line, line.length, context)
          const suggestion = completion.suggestions[choice % completion.suggestions.length]
          if (!suggestion) break
          line = applied(line, completion, suggestion).line
          const reading = read(line, context)
          expect({ line, reading }).not.toMatchObject(NOT_UNDERSTOOD)
        }
      }),
      { numRuns: 400 },
    )
  })

  test('a word that is completed is among what is offered for it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...COMMANDS.flatMap(({ examples }) => [...examples])), fc.nat(40), (example, length) => {
        const line = example.slice(0, Math.max(1, length))
        const completion = complete(line, line.length, dispatcher)
        for (const suggestion of completion.suggestions) {
          const { line: next } = applied(line, completion, suggestion)
          const reading = read(next, dispatcher)
          expect({ next, reading }).not.toMatchObject(NOT_UNDERSTOOD)
        }
      }),
    )
  })
})
