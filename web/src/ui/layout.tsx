import type { ComponentProps, CSSProperties, ElementType } from 'react'
import classes from './layout.module.css'

/** One attribute from the classes that are given. */
export const classNames = (...given: readonly (string | false | undefined)[]): string => given.filter(Boolean).join(' ')

type Gap = number | string
type Layout<E extends ElementType, Own> = Own & { as?: E; className?: string | undefined } & Omit<
    ComponentProps<E>,
    keyof Own | 'as' | 'className'
  >

/** The properties that stacks, rows and columns share. */
type Given = { as?: ElementType; className?: string | undefined; style?: CSSProperties | undefined }

const draw = (layout: string | undefined, own: CSSProperties, { as: Element = 'div', className, style, ...rest }: Given) => (
  <Element className={classNames(layout, className)} style={{ ...own, ...style }} {...rest} />
)

/** Less on a phone; a page with styles of its own (a screen in the game) has the wider one. */
const CARD_GAP = 'var(--card-gap, 16px)'

type StackProps = { gap?: Gap; align?: 'start' | 'center' | 'end'; grow?: boolean }

/** Things below each other, as wide as there is room, or as wide as they are with `align`. As `ul` or `ol` a list without marks. */
export function Stack<E extends ElementType = 'div'>({ gap = CARD_GAP, align, grow, ...rest }: Layout<E, StackProps>) {
  return draw(classes.stack, { gap, alignItems: align, flex: grow ? 1 : undefined }, rest)
}

type RowProps = {
  gap?: Gap
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch'
  justify?: 'start' | 'center' | 'end' | 'space-between'
  /** Keeps everything in one line. */
  nowrap?: boolean
  grow?: boolean
}

/** Things beside each other, wrapped where there is no room. */
export function Row<E extends ElementType = 'div'>({ gap = 8, align, justify, nowrap, grow, ...rest }: Layout<E, RowProps>) {
  const flexWrap = nowrap ? 'nowrap' : undefined
  return draw(classes.row, { gap, alignItems: align, justifyContent: justify, flexWrap, flex: grow ? 1 : undefined }, rest)
}

type ColumnsProps = {
  /** A number of equal columns, or widths as in CSS. */
  of?: number | string
  gap?: Gap
  align?: 'start' | 'center' | 'end' | 'baseline'
  /** One below the other on a screen of this width or narrower. */
  stackBelow?: '30em' | '36em' | '48em' | '56em' | '60em' | '75em'
}

/** Things in columns. */
export function Columns<E extends ElementType = 'div'>({ of = 2, gap = CARD_GAP, align, stackBelow, ...rest }: Layout<E, ColumnsProps>) {
  const columns = typeof of === 'number' ? `repeat(${of}, minmax(0, 1fr))` : of
  const own = { '--columns': columns, gap, alignItems: align } as CSSProperties
  return draw(classes.columns, own, { 'data-stack-below': stackBelow, ...rest })
}
