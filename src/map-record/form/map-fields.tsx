import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconLink, IconLinkOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_DIGITS, MAX_LENGTH } from '../../../contract/constants.ts'
import { LICENCE_NAMES } from '../../../contract/rights.ts'
import { lengthInCodePoints } from '../../../contract/rules/text-length.ts'
import { DateField } from './date-field.tsx'
import { Fold } from '../../ui/fold.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './map-fields.module.css'
import { MAP_FORM_ORDER, type MapFormField, type MapFormValues } from './map-form-values.ts'
import type { MapForm } from './use-map-form.ts'
import { ExplainedSwitch } from '../../ui/explained-switch.tsx'

interface MapFieldsProps {
  readonly form: MapForm
  /** Whether the visibility may be chosen here. */
  readonly canTogglePublic: boolean
  readonly isDisabled: boolean
  /** Leaves out what each map has of its own: titles and the number of its sheet. */
  readonly isForMany?: boolean
  /** Whether they are somebody else's: what is the owner's alone is shown and locked. */
  readonly isOthers?: boolean
  /** A title that nobody has typed: entering the field chooses all of it, so that typing replaces it. */
  readonly givenTitle?: string | undefined
}

type TextField = Exclude<MapFormField, 'isPublic'>

/** Year and period: whole numbers that may be negative, so no number field with its arrows. */
const YEAR = { inputMode: 'numeric', maxLength: 6 } as const
const DIGITS = { inputMode: 'numeric', maxLength: MAX_DIGITS + 1 } as const

/** Both halves of the scale; linked, they stay equal. */
function ScaleFields({ form, isDisabled }: Pick<MapFieldsProps, 'form' | 'isDisabled'>) {
  const { t } = useTranslation('maps')
  /** What stood there before the numbers were linked, and what both became; null: they may differ. */
  const [linked, setLinked] = useState<{ before: Partial<MapFormValues>; number: string } | null>(null)
  const isLinked = linked !== null
  const { values, errors, change } = form
  const scaleAfter = (name: 'scaleNumerator' | 'scaleDenominator', number: string) => {
    if (isLinked) return { scaleNumerator: number, scaleDenominator: number }
    // Nearly every scale is 1 : something.
    const isAlone = name === 'scaleDenominator' && number !== '' && values.scaleNumerator === ''
    return { [name]: number, ...(isAlone && { scaleNumerator: '1' }) }
  }
  const toggleLink = () => {
    const { scaleNumerator, scaleDenominator } = values
    if (!linked) {
      const number = scaleNumerator || scaleDenominator
      setLinked({ before: { scaleNumerator, scaleDenominator }, number })
      return change({ scaleNumerator: number, scaleDenominator: number })
    }
    // Nothing was typed meanwhile: what was typed before comes back.
    if (scaleNumerator === linked.number && scaleDenominator === linked.number) change(linked.before)
    setLinked(null)
  }
  const half = (name: 'scaleNumerator' | 'scaleDenominator', label: string, placeholder: string) => (
    <TextInput
      {...DIGITS}
      name={name}
      label={label}
      placeholder={t('fields.example', { value: placeholder })}
      value={values[name]}
      disabled={isDisabled}
      error={errors[name] !== undefined}
      aria-describedby={errors[name] ? 'scale-error' : undefined}
      onChange={({ currentTarget }) => change(scaleAfter(name, currentTarget.value))}
    />
  )
  const error = errors.scaleNumerator ?? errors.scaleDenominator
  return (
    <div>
      <div className={classes.scale}>
        {half('scaleNumerator', t('fields.scaleNumerator'), '1')}
        <IconButton
          label={isLinked ? t('fields.scaleUnlink') : t('fields.scaleLink')}
          aria-pressed={isLinked}
          disabled={isDisabled}
          onClick={toggleLink}
        >
          {isLinked ? <IconLink size={18} stroke={1.75} /> : <IconLinkOff size={18} stroke={1.75} />}
        </IconButton>
        {half('scaleDenominator', t('fields.scaleDenominator'), '50000')}
      </div>
      {error ? (
        <p id="scale-error" className={classes.error}>
          {error}
        </p>
      ) : null}
    </div>
  )
}

/** The fields of a map's metadata: title and year, and the rest folded until it is wanted, filled in or wrong. */
export function MapFields({
  form,
  canTogglePublic,
  isDisabled,
  isForMany = false,
  isOthers = false,
  givenTitle,
}: MapFieldsProps) {
  const { t } = useTranslation('maps')
  const { values, errors, change, setContainer } = form
  const text = (name: TextField) => ({
    name,
    label: t(`fields.${name}`),
    value: values[name],
    error: errors[name],
    disabled: isDisabled,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      change({ [name]: value }),
  })
  const owners = (hint: 'licenceHint' | 'attributionHint') => ({
    description: t(isOthers ? 'fields.ownersAlone' : `fields.${hint}`),
    disabled: isDisabled || isOthers,
  })
  const described = lengthInCodePoints(values.description)
  const [isUnfolded, setUnfolded] = useState<boolean>()
  const year = <TextInput {...text('year')} {...YEAR} placeholder={t('fields.example', { value: 1798 })} />
  const more = (
    <>
      {isForMany ? (
        year
      ) : (
        <>
          <TextInput
            {...text('modernTitle')}
            description={t('fields.modernTitleHint')}
            inputWrapperOrder={ORDER}
          />
          <TextInput
            {...text('alternativeTitle')}
            description={t('fields.alternativeTitleHint')}
            inputWrapperOrder={ORDER}
          />
          <TextInput {...text('sheetNumber')} />
        </>
      )}
      <TextInput {...text('creator')} />
      <TextInput {...text('publisher')} />
      <DateField {...text('date')} placeholder={t('fields.datePlaceholder')} />
      <fieldset className={classes.period}>
        <legend>{t('fields.period')}</legend>
        <TextInput {...text('startYear')} {...YEAR} placeholder={t('fields.example', { value: 1795 })} />
        <TextInput {...text('endYear')} {...YEAR} placeholder={t('fields.example', { value: 1801 })} />
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{t('fields.scale')}</legend>
        <ScaleFields form={form} isDisabled={isDisabled} />
      </fieldset>
      <TextInput {...text('dpi')} {...DIGITS} placeholder={t('fields.example', { value: 300 })} />
      <div className={classes.wide}>
        <Textarea {...text('description')} autosize minRows={3} maxRows={10} />
        <p className={classes.counter} data-over={described > MAX_LENGTH.description}>
          {t('fields.counter', { used: described, most: MAX_LENGTH.description })}
        </p>
      </div>
      <NativeSelect
        {...text('licence')}
        {...owners('licenceHint')}
        inputWrapperOrder={ORDER}
        data={[
          { value: '', label: t('licences.none') },
          ...LICENCE_NAMES.map((name) => ({ value: name, label: t(`licences.${name}`) })),
        ]}
      />
      <Textarea
        {...text('attribution')}
        {...owners('attributionHint')}
        inputWrapperOrder={ORDER}
        autosize
        maxRows={6}
      />
      <TextInput {...text('institution')} />
      {isForMany ? null : (
        <>
          <TextInput {...text('shelfmark')} />
          <TextInput {...text('catalogueUrl')} className={classes.wide} type="url" placeholder="https://" />
        </>
      )}
      {canTogglePublic ? (
        <ExplainedSwitch
          className={classes.wide}
          name="isPublic"
          label={t('fields.isPublic')}
          description={values.isPublic ? t('fields.isPublicHint') : t('fields.isPrivateHint')}
          checked={values.isPublic}
          disabled={isDisabled}
          onChange={({ currentTarget }) => change({ isPublic: currentTarget.checked })}
        />
      ) : null}
    </>
  )
  if (isForMany)
    return (
      <div ref={setContainer} className={classes.fields}>
        {more}
      </div>
    )
  const isWrong = FOLDED.some((field) => errors[field] !== undefined)
  const isFilled = FOLDED.some((field) => field !== 'isPublic' && values[field] !== '')
  return (
    <div ref={setContainer}>
      <div className={classes.first}>
        <TextInput
          {...text('title')}
          required
          data-autofocus
          onFocus={({ currentTarget }) => {
            if (givenTitle !== undefined && currentTarget.value === givenTitle) currentTarget.select()
          }}
        />
        {year}
      </div>
      <div className={classes.more}>
        <Fold
          label={t('fields.more')}
          hint={t('fields.moreHint')}
          isOpen={isWrong || (isUnfolded ?? isFilled)}
          onToggle={setUnfolded}
        >
          <div className={classes.fields}>{more}</div>
        </Fold>
      </div>
    </div>
  )
}

/** Everything but title and year: needed later, if at all. */
const FOLDED = MAP_FORM_ORDER.filter((field) => field !== 'title' && field !== 'year')

const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']
