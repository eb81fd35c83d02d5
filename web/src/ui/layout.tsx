import type { ComponentProps, ElementType } from 'react'
import classes from './layout.module.css'

/** One attribute from the classes that are given. */
export const classNames = (...given: readonly (string | false | undefined)[]): string => given.filter(Boolean).join(' ')

type Gap = number | string
type Layout<E extends ElementType, Own> = Own & { as?: E; className?: string | undefined } & Omit<
    ComponentProps<E>,
    keyof Own | 'as' | 'className'
  >

type StackProps = { gap?: Gap; align?: 'start' | 'center' | 'end'; grow?: boolean }

/** Things below each other, as wide as there is room, or as wide as they are with `align`. As `ul` or `ol` a list without marks. */
export function Stack<E extends ElementType = 'div'>({ as, gap = 16, align, grow, className, style, ...rest }: Layout<E, StackProps>) {
  const Element: ElementType = as ?? 'div'
  const own = { gap, alignItems: align, flex: grow ? 1 : undefined }
  return <Element className={classNames(classes.stack, className)} style={{ ...own, ...style }} {...rest} />
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
export function Row<E extends ElementType = 'div'>({
  as,
  gap = 8,
  align,
  justify,
  nowrap,
  grow,
  className,
  style,
  ...rest
}: Layout<E, RowProps>) {
  const Element: ElementType = as ?? 'div'
  const own = { gap, alignItems: align, justifyContent: justify, flexWrap: nowrap ? 'nowrap' : undefined, flex: grow ? 1 : undefined }
  return <Element className={classNames(classes.row, className)} style={{ ...own, ...style }} {...rest} />
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
export function Columns<E extends ElementType = 'div'>({
  as,
  of = 2,
  gap = 16,
  align,
  stackBelow,
  className,
  style,
  ...rest
}: Layout<E, ColumnsProps>) {
  const Element: ElementType = as ?? 'div'
  const columns = typeof of === 'number' ? `repeat(${of}, minmax(0, 1fr))` : of
  return (
    <Element
      className={classNames(classes.columns, className)}
      data-stack-below={stackBelow}
      style={{ '--columns': columns, gap, alignItems: align, ...style }}
      {...rest}
    />
  )
}
