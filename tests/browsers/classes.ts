/** A course in every browser: a student's progress over its labs, and the teacher's table. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { assignmentLink } from '../../web/src/classroom/link.ts';
import type { Lab } from '../../web/src/lab/types.ts';
import { assignmentOf } from '../submissions.ts';
import type { Scenarios } from './scenario.ts';

export const classes: Scenarios = {
  async 'course is worked on, submitted, and graded'({ hands, url, site }) {
    const lab = JSON.parse(readFileSync(join(site, 'labs/zfs-directories/lab.json'), 'utf8')) as Lab;
    const assignment = assignmentOf(lab, { questions: ['q-tree'], title: 'Week 1' });
    const toml = `title = "Two weeks"\n[[lab]]\nassignment = "${assignmentLink(`${url}labs/${lab.id}.html`, assignment)}"\n[[lab]]\nlab = "journaling"\n`;
    writeFileSync(join(site, 'course.toml'), toml);
    const course = `${url}course.html?src=${encodeURIComponent(`${url}course.toml`)}`;
    await hands.go(course);
    await hands.until('nothing is answered', '[data-testid="course-progress"]', /0 of 1 answered in 2 labs/);

    await hands.follow('[data-testid="course-labs"] li:first-child a');
    await hands.until('the lab asks for the student', '[data-testid="student-form"] input');
    await hands.write('[data-testid="student-form"] input', 'ann');
    await hands.press('[data-testid="student-form"]', 'Start');
    await hands.come('q-tree');
    await hands.follow('[id="q-tree"].asked label');
    await hands.press('[id="q-tree"].asked', 'Check');
    await hands.until('the answer is right', '[data-testid="verdict-q-tree"]', /^ ?Correct/);
    await hands.until('the work is saved', '[data-testid="assignment-banner"]', /Saved in this browser/);
    await hands.press('[data-testid="assignment-banner"]', 'Submit');
    const name = 'zfs-directories-ann.lab.json';
    await hands.press('dialog[open]', `Download ${name}`);
    const submitted = await hands.saved(name);
    await hands.go(course);
    await hands.until('the answer is in the progress', '[data-testid="course-progress"]', /1 of 1 answered in 2 labs/);

    await hands.go(`${url}teach.html`);
    await hands.until('files can be chosen', '[data-testid="submissions"] + span');
    await hands.choose('[data-testid="submissions"]', { 'course.toml': toml, [name]: submitted.toString() });
    await hands.press('main', 'Grade');
    await hands.until('the course has its table', '[data-testid="course-table"] tbody tr', /^ ?ann ?100 % ?1 ?1/);
    expect(await hands.texts('[data-testid="course-table"] tbody tr')).toHaveLength(1);
  },
};
