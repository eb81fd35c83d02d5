import type { UnitClass } from '@tenfour/contract'
import type { ComponentType } from 'react'
import type { LazyComponent } from '../platform/load/lazy-component.tsx'
import type { PanelId } from './panel-ids.ts'

export type Panel = {
  readonly id: PanelId
  readonly title: string
  /** As those who work with it say. */
  readonly titles?: Readonly<Partial<Record<UnitClass, string>>>
  readonly icon: ComponentType<{ size?: number; stroke?: number }>
  readonly classes: readonly UnitClass[]
  /** Staff who work with dispatch may have it too, whatever their class. */
  readonly isForStaff?: boolean
  /** Next to which panel it opens, the first of these that is open. */
  readonly beside: readonly PanelId[]
  readonly Content: LazyComponent
  readonly load: () => Promise<unknown>
}

export const titleFor = ({ title, titles }: Panel, unitClass: UnitClass): string => titles?.[unitClass] ?? title
