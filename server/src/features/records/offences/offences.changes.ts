import { OFFENCE_FIELDS, type OffenceInput } from '@tenfour/contract'
import type { Emit } from '../../../platform/database/transaction.ts'

export const isSame = (one: OffenceInput, other: OffenceInput): boolean => OFFENCE_FIELDS.every((field) => one[field] === other[field])

export const emitChanged = (emit: Emit) => emit('offences', {}, 'offences.changed', {})
