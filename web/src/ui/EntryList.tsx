import type { ComponentProps, ReactNode, Ref } from 'react'
import { classNames } from './layout.tsx'
import classes from './EntryList.module.css'

/** Entries of a card: what each is, a line about it, and what can be done. */
export const EntryList = ({ label, ...rest }: { label?: string } & ComponentProps<'ul'>) => (
  <ul className={classes.list} aria-label={label} {...rest} />
)

type EntryProps = {
  ref?: Ref<HTMLLIElement>
  title?: ReactNode
  /** 'h3' where the entries are parts of what a card tells. */
  titleAs?: 'h3' | 'p'
  /** One line or more about it, below the title. */
  detail?: ReactNode
  /** More about it, between title and detail. */
  text?: ReactNode
  /** State and buttons, at the end of the row. */
  children?: ReactNode
}

export const Entry = ({ ref, title, titleAs: Title = 'p', detail, text, children }: EntryProps) => (
  <li ref={ref} className={classes.row}>
    <div className={classes.what}>
      {title !== undefined && <Title className={classes.title}>{title}</Title>}
      {text}
      {detail !== undefined && <p className={classes.detail}>{detail}</p>}
    </div>
    {children}
  </li>
)

/** The class of a link that is the number or the name of an entry. */
export const ENTRY_LINK = classes.number

/** Short lines of a card, one below the other. */
export const LineList = ({ className, ...rest }: ComponentProps<'ul'>) => <ul className={classNames(classes.list, className)} {...rest} />

export const Line = ({ className, ...rest }: ComponentProps<'li'>) => <li className={classNames(classes.line, className)} {...rest} />
