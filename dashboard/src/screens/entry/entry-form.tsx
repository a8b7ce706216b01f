import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Tabs } from '../../components/layout/tabs.tsx';
import { useDraftState } from '../../features/editing/draft/use-draft.ts';
import { FieldRow } from '../../features/editing/field-row.tsx';
import { JsonView } from '../../features/editing/json-view.tsx';
import { whenFieldIsShown } from '../../features/editing/show-field.ts';
import { useEditedForm } from '../../features/form/form.ts';
import { arrangeTabs, type FormTab, haveNameOfField, isOfField } from '../../features/form/parts.ts';
import { FormSections } from '../../features/form/sections.tsx';

interface EntryFormProps {
  path: string;
  /** The fields of the first tab. */
  firstFields: RefObject<HTMLDivElement | null>;
}

const jsonTab = 'json';

/** The fields of an entry in tabs and sections, and its JSON. */
export function EntryForm({ path, firstFields }: EntryFormProps) {
  const { store, fields, groups } = useEditedForm();
  const item = useDraftState(store, (state) => state.item);
  const tabs = arrangeTabs(fields, groups);
  const [chosen, setChosen] = useState('');
  const values = [...tabs.map(valueOfTab), jsonTab];
  const value = values.includes(chosen) ? chosen : (values[0] ?? jsonTab);
  const errorCounts = useErrorCounts(tabs);
  useEffect(
    () =>
      whenFieldIsShown((name) => {
        const tab = tabs.find((one) => fieldsOf(one).some(({ key }) => isOfField(name, key)));
        if (tab !== undefined) flushSync(() => setChosen(valueOfTab(tab)));
      }),
    [fields, groups],
  );
  const views = [
    ...tabs.map((tab, index) => ({
      value: valueOfTab(tab),
      label: tab.group?.label ?? 'Fields',
      errors: tabs.length === 1 ? 0 : (errorCounts[index] ?? 0),
    })),
    { value: jsonTab, label: 'JSON' },
  ];
  return (
    <>
      <Tabs label="View" tabs={views} value={value} onChange={setChosen} />
      {tabs.map((tab, index) => (
        <div
          key={valueOfTab(tab)}
          className="editing-fields"
          ref={index === 0 ? firstFields : undefined}
          hidden={valueOfTab(tab) !== value}
        >
          <FormSections sections={tab.sections}>
            {(field) => <FieldRow field={field} store={store} />}
          </FormSections>
        </div>
      ))}
      {value === jsonTab ? <JsonView path={path} item={item} /> : null}
    </>
  );
}

const valueOfTab = ({ group }: FormTab) => (group === null ? 'fields' : `tab:${group.key}`);
const fieldsOf = ({ sections }: FormTab) => sections.flatMap((section) => section.fields);

/** The number of fields with an error in each tab. */
function useErrorCounts(tabs: readonly FormTab[]): number[] {
  const { store } = useEditedForm();
  const errors = useDraftState(store, (state) => state.errors);
  return tabs.map((tab) => fieldsOf(tab).filter(({ key }) => haveNameOfField(errors.keys(), key)).length);
}
