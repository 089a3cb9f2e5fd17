import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './sheet-dialog.module.css'
import { EDGES, type SheetField, SIZES, type SheetTexts } from '../../model/sheet/sheet-texts.ts'
import type { ToldCorners } from './use-told-corners.ts'

interface EdgeFieldsProps {
  readonly texts: SheetTexts
  readonly told: ToldCorners
  readonly isAngular: boolean
  readonly onChange: (texts: SheetTexts) => void
}

/** The four sides of the sheet; its size stands for those that are left out. */
export function EdgeFields({ texts, told, isAngular, onChange }: EdgeFieldsProps) {
  const { t } = useTranslation(['editor', 'sheet'])
  const kind = isAngular ? 'angular' : 'metric'
  const field = (name: SheetField) => {
    const fault = told.kind === 'faults' ? told.faults[name] : undefined
    return (
      <TextInput
        key={name}
        label={t(`sheet:field.${name}`)}
        placeholder={t(`sheet:example.${kind}.${name}`)}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        value={texts[name]}
        error={fault && t(`sheet:fault.${fault}`)}
        onChange={({ currentTarget: { value } }) => onChange({ ...texts, [name]: value })}
      />
    )
  }
  return (
    <>
      <fieldset className={classes['fields']}>
        <legend>{t('sheet:edges')}</legend>
        {EDGES.map(field)}
      </fieldset>
      <fieldset className={classes['fields']}>
        <legend>{t(`sheet:size.${kind}`)}</legend>
        {SIZES.map(field)}
      </fieldset>
    </>
  )
}
