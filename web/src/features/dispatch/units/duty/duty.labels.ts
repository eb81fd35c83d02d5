import type { DepartmentType } from '@tenfour/contract'

export type DutyWords = {
  readonly start: string
  readonly identifier: string
  readonly identifierHelp: string
  /** 'You are … as 4L12 on Server 1' */
  readonly state: string
  readonly end: string
  readonly endQuestion: string
}

const UNIT: DutyWords = {
  start: 'Go on duty',
  identifier: 'Call sign',
  identifierHelp: 'What you are called on the radio',
  state: 'on duty',
  end: 'Go off duty',
  endQuestion: 'Go off duty?',
}
const CIVILIAN: DutyWords = {
  start: 'Start civilian patrol',
  identifier: 'Known as',
  identifierHelp: 'A short name for this patrol',
  state: 'on civilian patrol',
  end: 'End patrol',
  endQuestion: 'End your patrol?',
}

export const dutyWords = (type: DepartmentType): DutyWords => (type === 'Civilian' ? CIVILIAN : UNIT)
