import { finesSwitch, imposesOf, type Imposes, type ReportKind } from '@tenfour/contract'
import { useIsOn } from '../../../platform/features/features.ts'

/** The penalties of a kind of report in this community; redraws when fines are switched. */
export const useImposes = (kind: ReportKind): Imposes => imposesOf(kind, useIsOn(finesSwitch))
