import type { PatrolUnit } from '@tenfour/contract'
import { buildUnit as buildAnyUnit } from '../../board/testing/build-board.ts'

/** A police unit in service since nine in the evening, with overrides. */
export const buildUnit = ({ userId = 1, ...over }: Partial<PatrolUnit> = {}): PatrolUnit =>
  buildAnyUnit(userId, { name: 'Rosa Delgado', identifier: '4L12', statusSince: '2026-05-01T21:00:00.000Z', ...over })
