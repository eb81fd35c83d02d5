import { UNIT_CLASS, type FeatureSwitch, type UnitClass } from '@tenfour/contract'
import type { ComponentType } from 'react'
import { lazyComponent, type LazyComponent } from '../platform/load/lazy-component.tsx'
import { PANEL } from '../platform/load/shapes.tsx'
import type { PanelId } from './panel-ids.ts'

export type Panel = {
  readonly id: PanelId
  readonly title: string
  /** Titles for individual classes. */
  readonly titles?: Readonly<Partial<Record<UnitClass, string>>>
  readonly icon: ComponentType<{ size?: number; stroke?: number }>
  readonly classes: readonly UnitClass[]
  /** Also available to staff, in any of the EMERGENCY_CLASSES. */
  readonly isForStaff?: boolean
  /** Absent while this is switched off. */
  readonly featureSwitch?: FeatureSwitch
  /** Opens next to the first of these that is open. */
  readonly beside: readonly PanelId[]
  /** Large: fetched after the other panels in sight have been drawn. */
  readonly isLate?: boolean
  readonly Content: LazyComponent
  readonly load: () => Promise<unknown>
}

type Declared = Omit<Panel, 'Content' | 'load'> & { readonly fetch: () => Promise<ComponentType> }

/** Defines a feature's panel. Its content is fetched when first shown. */
export function definePanel({ fetch, ...panel }: Declared): Panel {
  const Content = lazyComponent(fetch, { what: 'This panel', shape: PANEL })
  return { ...panel, Content, load: Content.load }
}

/** The classes that dispatch works with. */
export const EMERGENCY_CLASSES: readonly UnitClass[] = [UNIT_CLASS.Leo, UNIT_CLASS.Comms, UNIT_CLASS.Fire]

export const titleFor = ({ title, titles }: Panel, unitClass: UnitClass): string => titles?.[unitClass] ?? title
