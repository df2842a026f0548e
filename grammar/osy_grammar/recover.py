class Recovery:
    def __init__(self, text, kinds, lexemes):
        self.text, self.kinds, self.lexemes = text, kinds, lexemes
        self.problems = []
    def recover(self, rows, values, starts, i, end):
        from osy_grammar.tree import SyntaxProblem
        l=self.lexemes[i]
        self.problems.append(SyntaxProblem(l[0], l[1], f"unexpected {self.kinds[i]} `{l[2]}`; row {rows[-1].terminals()}"))
        return len(self.kinds), end
