# SPDX-License-Identifier: BSD-3-Clause
"""Random but reproducible words and phrases of a book, of all scripts and lengths."""
import random
import re
import unicodedata
from collections import defaultdict

#: The number of picks that are phrases of two to four words.
PHRASES = 5
#: Longer tokens have no spaces between words, or are not words.
LONGEST = 16


def _is_mark(character):
    return unicodedata.category(character) in ("Mn", "Mc", "Me", "Cf")


def _without_punctuation(token):
    return re.sub(r"^[\W_]+|(?<![\u0300-\u036f])[^\w\u0300-\u036f\u0590-\u10ff]+$", "", token)


def _script(word):
    letter = next((it for it in word if it.isalnum()), None)
    return "" if letter is None else unicodedata.name(letter, "?").split()[0]


def _part(token, chance):
    """Some characters from the middle of a text without spaces."""
    start = chance.randrange(len(token) - 5)
    end = start + chance.randint(2, 5)
    while start > 0 and _is_mark(token[start]):
        start -= 1
    while end < len(token) and _is_mark(token[end]):
        end += 1
    return token[start:end]


def words(lines, count, seed):
    """:param lines: the texts of the blocks of the book"""
    chance = random.Random(seed)
    groups = defaultdict(dict)
    for line in lines:
        for token in line.split():
            if len(token) > LONGEST:
                token = _part(token, chance)
            word = _without_punctuation(token)
            if any(it.isalnum() for it in word):
                groups[_script(word), min(len(word) // 3, 4)][word] = True
    kinds = {kind: list(group) for kind, group in sorted(groups.items())}
    phrases = _phrases(lines, min(PHRASES, count // 2), chance)
    picked = dict.fromkeys(phrases)
    while kinds and len(picked) < count:
        for kind in list(kinds):
            if len(picked) < count:
                picked[kinds[kind].pop(chance.randrange(len(kinds[kind])))] = None
            if not kinds[kind]:
                del kinds[kind]
    return list(picked)


def _phrases(lines, count, chance):
    long = [tokens for tokens in map(str.split, lines) if len(tokens) > 1]
    phrases = []
    for tokens in (chance.choice(long) for _ in range(count if long else 0)):
        length = min(len(tokens), chance.randint(2, 4))
        start = chance.randrange(len(tokens) - length + 1)
        phrase = " ".join(tokens[start:start + length])
        if any(it.isalnum() for it in phrase) and len(phrase) < 200:
            phrases.append(phrase)
    return phrases
