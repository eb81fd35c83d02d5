import { medicalSwitch, UNIT_CLASS, type FeatureSwitch, type UnitClass } from '@tenfour/contract'
import type { ComponentType } from 'react'
import { isOn } from '../platform/features/features.ts'
import { lazyComponent, type LazyComponent } from '../platform/load/lazy-component.tsx'
import { PANEL } from '../platform/load/shapes.tsx'
import type { Room } from './docking/use-room.ts'

/** The ids of panels: the file that declares a panel adds its id. Layouts are stored with them, so an id never changes. */
export interface PanelIds {}
export type PanelId = keyof PanelIds

type ByClass<T> = Readonly<Partial<Record<UnitClass, T>>>

export type Panel = {
  readonly id: PanelId
  /** The panel's place in the Panels menu, which Alt and a digit follow: lower comes first. */
  readonly rank: number
  readonly title: string
  /** Titles for individual classes. */
  readonly titles?: ByClass<string>
  readonly icon: ComponentType<{ size?: number; stroke?: number }>
  readonly classes: readonly UnitClass[]
  /** Also available to staff, in any of the EMERGENCY_CLASSES. */
  readonly isForStaff?: boolean
  /** Absent while this is switched off. */
  readonly featureSwitch?: FeatureSwitch
  /** Absent for a class while this is switched off. */
  readonly classSwitches?: ByClass<FeatureSwitch>
  /** The panel whose tabs it joins on a desktop that nobody has arranged yet, for each class and size of window. Elsewhere it is closed. */
  readonly places?: ByClass<Readonly<Partial<Record<Room, PanelId>>>>
  /** The list that its content is opened from: both share an item of the tablet's bar. */
  readonly partOf?: PanelId
  /** Opens next to the first of these that is open. */
  readonly beside: readonly PanelId[]
  /** Drawn as the desktop opens: the build puts its code into the file of the desktop. */
  readonly isFirst?: boolean
  /** Needed quickly, and while offline too, where its input is kept until it can be sent: fetched at the first click or key. */
  readonly isAtHand?: boolean
  /** Large: fetched after the other panels in sight have been drawn. */
  readonly isLate?: boolean
  readonly Content: LazyComponent
  readonly load: () => Promise<unknown>
}

type Declared = Omit<Panel, 'Content' | 'load'> & { readonly fetch: () => Promise<ComponentType> }

const declared = new Map<string, PanelId>()
/** The panel that a text from outside names: a stored layout, an attribute of the page. */
export const panelIdFrom = (text: string | null | undefined): PanelId | null => declared.get(text ?? '') ?? null

/** Declares a feature's panel. Its content is fetched when first shown. */
export function definePanel({ fetch, ...panel }: Declared): Panel {
  declared.set(panel.id, panel.id)
  const Content = lazyComponent(fetch, { what: 'This panel', shape: PANEL })
  return { ...panel, Content, load: Content.load }
}

/** The classes that dispatch works with. */
export const EMERGENCY_CLASSES: readonly UnitClass[] = [UNIT_CLASS.Leo, UNIT_CLASS.Comms, UNIT_CLASS.Fire]

/** Police and fire write reports, fire only while medical reports are on. Communications read them. */
export const writesReports = (own: { readonly unitClass: UnitClass } | null | undefined): boolean =>
  own?.unitClass === UNIT_CLASS.Leo || (own?.unitClass === UNIT_CLASS.Fire && isOn(medicalSwitch))

export const titleFor = ({ title, titles }: Panel, unitClass: UnitClass): string => titles?.[unitClass] ?? title
